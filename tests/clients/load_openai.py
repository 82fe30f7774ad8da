"""The typed parameters of the official client accept every message, and batch ids are unique."""
import base64

from common import Case, lines, need

openai, pydantic = need("openai", "pydantic")
from openai.types.chat import ChatCompletionMessageParam
from openai.types.chat.completion_create_params import CompletionCreateParamsNonStreaming

case = Case()
message = pydantic.TypeAdapter(ChatCompletionMessageParam)
body = pydantic.TypeAdapter(CompletionCreateParamsNonStreaming)
chats = 0
for name in case.files():
    for row in lines(case.out / name):
        if "custom_id" not in row:
            for m in row["messages"]:
                message.validate_python(m)
            assert row["messages"][-1]["role"] == "assistant"
            chats += 1
            continue
        assert (row["method"], row["url"]) == ("POST", "/v1/chat/completions")
        body.validate_python(row["body"])
        ours = case.ours(row["custom_id"])
        image, text = row["body"]["messages"][0]["content"]
        if case.benchmark:
            assert text["text"].startswith(ours["question"])
            assert all(f") {option}" in text["text"] for option in ours["choices"])
        else:
            assert text["text"] == ours["turns"][0]["text"]
        head, data = image["image_url"]["url"].split(";base64,")
        picture = case.open(base64.b64decode(data))
        assert head == f"data:image/{picture.format.lower()}", (head, picture.format)
        case.same_size(row["custom_id"], picture)
assert chats == len(case.records), chats
case.done(f"openai {openai.__version__}")
