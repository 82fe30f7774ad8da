"""Decode + two boxes + JPEG of quality 95 with Pillow and OpenCV: `peers.py PHOTO PASSES`, run by `cargo bench --bench draw`.

Prints `name<TAB>milliseconds` of the fastest pass. Both get the bytes in memory and one thread, as we do.
"""

import io
import sys
import time


def fastest(work, passes):
    best = float("inf")
    for _ in range(passes):
        start = time.perf_counter()
        work()
        best = min(best, time.perf_counter() - start)
    return best * 1e3


def main():
    data = open(sys.argv[1], "rb").read()
    passes = int(sys.argv[2])
    try:
        from PIL import Image, ImageDraw

        def pillow():
            picture = Image.open(io.BytesIO(data)).convert("RGB")
            w, h = picture.size
            draw = ImageDraw.Draw(picture)
            draw.rectangle([w // 10, h // 10, w // 2, h * 6 // 10], outline=(255, 0, 0), width=3)
            draw.rectangle([w * 4 // 10, h * 3 // 10, w * 9 // 10, h * 9 // 10], outline=(0, 190, 0), width=3)
            picture.save(io.BytesIO(), "JPEG", quality=95)

        print(f"Pillow: all\t{fastest(pillow, passes)}")
    except ImportError:
        pass
    try:
        import cv2
        import numpy

        cv2.setNumThreads(1)
        buffer = numpy.frombuffer(data, numpy.uint8)

        def opencv():
            picture = cv2.imdecode(buffer, cv2.IMREAD_COLOR)
            h, w = picture.shape[:2]
            cv2.rectangle(picture, (w // 10, h // 10), (w // 2, h * 6 // 10), (0, 0, 255), 3)
            cv2.rectangle(picture, (w * 4 // 10, h * 3 // 10), (w * 9 // 10, h * 9 // 10), (0, 190, 0), 3)
            cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, 95])

        print(f"OpenCV: all\t{fastest(opencv, passes)}")
    except ImportError:
        pass


main()
