//! The words themselves, by class.

use super::*;

/// Words of alphabetic scripts. A word may stand in several rows; its classes are united.
pub(super) const WORDS: &[(Class, &str)] = &[
    (
        ANSWER,
        "answer ans solution antwort lösung réponse reponse respuesta solución solucion ответ решение verdict answer's",
    ),
    (
        CHOICE,
        "option choice response assistant output result prediction alternative selection auswahl wahl choix opción opcion вариант выбор",
    ),
    (
        RIGHT,
        "correct right best final accurate appropriate suitable plausible true richtig richtige korrekte korrekt correcte bonne juste correcta correcto правильный правильно верный верно",
    ),
    (
        COPULA,
        "is are be was were seems seem appears appear looks should would must will could ist sind lautet wäre est sont serait es son sería será это является it's that's answer's",
    ),
    (
        NEG,
        "not isn't aren't wasn't doesn't don't didn't won't cannot can't couldn't wouldn't shouldn't never neither nor incorrect wrong false without eliminate eliminated eliminates exclude excluded excludes excluding except discard discarded reject rejected incorrectly hardly unlikely lacks nicht kein keine weder pas aucun aucune ne ni ninguna ninguno tampoco не нет ни неверно неправильно falsch incorrecte incorrecta unable fails",
    ),
    (
        CONTRAST,
        "than while whereas unlike instead compared versus vs although though except besides despite rather als während tandis que mientras чем тогда",
    ),
    (
        HYPO,
        "if whether which either unless suppose assuming ob wenn si cuál cual quelle ли если whichever initially glance sight between among",
    ),
    (AND, "and und et y и plus"),
    (OR, "or oder ou o или"),
    (
        SO,
        "therefore thus hence so consequently conclusion overall finally accordingly conclude summary daher also deshalb folglich donc ainsi conclusion entonces luego поэтому следовательно значит итак",
    ),
    (
        PICK,
        "choose select pick chose chosen choosing selecting selected picked go opt say guess wähle nehme choisis choisirais sélectionne elijo escojo selecciono elegiría выбираю выберу guessing change changing revise revising switch switching update settle settled settling",
    ),
    (YES, "yes yeah yep ja oui sí да jawohl yup absolutely definitely indeed exactly affirmative"),
    (NO, "no nope nein non нет"),
    (NONE, "none neither nothing nor keine keiner keines aucune aucun ninguna ninguno ни"),
    (
        SORRY,
        "sorry apologize apologise apologies unfortunately regret leider désolé lo lamento извините сожалению entschuldigung",
    ),
    (
        KNOW,
        "determine determined tell possible identify identified know known answer answered conclude decide decided definitively solve select ascertain certain confident sure confirm sufficient enough discern distinguish assess make provide choose pick answering infer evaluate say bestimmen sagen beantworten déterminer determinar определить visible see view access",
    ),
    (
        HARD,
        "difficult impossible insufficient unclear ambiguous inconclusive undetermined unknown indeterminate hard challenging unsure uncertain impossible undeterminable schwer unmöglich unklar impossible imposible невозможно сложно",
    ),
    (
        FILL,
        "it it's either both most likely probably option choice answer letter the number indeed clearly definitely simply in fact then that this therefore as follows to be best correct closest my final would should is one labeled labelled marked alternative i'd it following with for thus so opción opcion la le el die der das lettre letra buchstabe вариант буква l'option plausible probable reasonable logical fitting suitable remaining",
    ),
    (ARTICLE, "a an the"),
    (
        NAME,
        "box point picture image figure person region object label area location circle item position card shape panel diagram photo net ball part section line graph curve triangle grid path labeled labelled marked statement letter option choice answer",
    ),
    (WAIT, "wait actually correction scratch oops hmm sorry mean meant stimmt attendez espera подождите"),
    (BUT, "but however nevertheless nonetheless still yet aber jedoch mais cependant pero но однако sondern sino"),
    (SELF, "i we i'd i'll i'm my we'd ich je yo я wir nous мы let's"),
    (
        FOLLOW,
        "is are was because since as and or seems appears would has have looks for due based does can best fits matches should but while which that nor ist weil est car es porque это потому shows contains from more most if being not isn't und oder et ou y и или the to",
    ),
    (
        COMMIT,
        "most more same similar best closer closest matches match appears seems likely correct right tell least fits share larger smaller darker lighter taller shorter higher lower better appropriate is are known called",
    ),
    (
        HELP,
        "assist help comply fulfill speculate speculating provide identify comfortable view see access process answer support engage do discuss",
    ),
    (BECAUSE, "because since explanation reason reasoning reasons"),
    (APART, "different differs differ less worse farther further mismatch too opposite only unrelated"),
    (BOTH, "both"),
    (LEAVE, "leaves leave leaving left remains remain"),
    (IT, "it it's that's this es c'est это"),
];

/// Phrases of scripts that are written without spaces; the longest that fits is taken.
pub(super) const PHRASES: &[(Class, &[&str])] = &[
    (ANSWER, &["答案", "答え", "正解", "正答", "回答", "解答", "정답", "답변", "답"]),
    (ANSWER | COPULA, &["正解は", "答えは", "正答は", "정답은", "답은"]),
    (CHOICE, &["选项", "選項", "選択肢", "选择项", "보기", "선택지"]),
    (RIGHT, &["正确", "正確", "正しい", "最佳", "最终", "올바른", "맞는", "最合适", "최종"]),
    (COPULA, &["是", "为", "為", "应为", "应该是", "应是", "应当是", "就是", "は", "이다", "即"]),
    (FILL, &["应该", "应", "です", "입니다", "的", "选项", "選項", "了", "最", "可能", "項", "项", "번"]),
    (
        NEG,
        &[
            "不是",
            "不",
            "并非",
            "错误",
            "错",
            "没有",
            "ではありません",
            "ではない",
            "아닙니다",
            "아니다",
            "排除",
            "非",
            "未",
            "无",
            "不能",
        ],
    ),
    (
        NEG | KNOW,
        &[
            "无法",
            "不能确定",
            "无法确定",
            "无法判断",
            "無法",
            "わかりません",
            "分かりません",
            "判断できません",
            "알 수 없",
            "判断できない",
        ],
    ),
    (HYPO, &["如果", "若", "是否", "哪个", "哪", "もし", "どの", "어느", "만약"]),
    (AND, &["和", "与", "及", "と", "와", "과"]),
    (OR, &["或", "或者", "または", "或是", "또는"]),
    (SO, &["因此", "所以", "故", "综上", "综上所述", "したがって", "よって", "따라서", "그러므로"]),
    (PICK | SELF, &["选", "选择", "故选", "应选", "選", "選擇", "を選び", "を選択", "我选", "我选择", "선택합니다"]),
    (YES, &["はい", "是的", "对的", "是，", "对，", "네", "예", "有的"]),
    (NO, &["いいえ", "不，", "不,", "不。", "不是的", "不是", "没有", "아니요", "아니오", "否", "不对"]),
    (
        NONE,
        &[
            "无正确答案",
            "以上都不是",
            "都不是",
            "均不正确",
            "都不正确",
            "都不对",
            "以上都不对",
            "以上皆非",
            "没有正确",
            "没有一个",
            "いずれでもない",
            "どれでもない",
            "該当なし",
            "없음",
            "정답이 없",
            "정답 없음",
            "해당 없음",
        ],
    ),
    (SORRY, &["抱歉", "对不起", "申し訳", "すみません", "죄송"]),
    (HELP, &["协助", "帮助", "お手伝い", "도와"]),
    (CONTRAST, &["而不是", "而", "相比", "比", "より", "보다"]),
    (BUT, &["而是", "但是", "但", "然而", "不过", "しかし", "하지만", "그러나"]),
];
