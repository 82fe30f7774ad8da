//! The words that carry a decision, in the languages that are read, by class.
//!
//! Rules ask for classes, never for words: a language is added by adding words here.

use crate::lexicon::NUMBER_WORDS;
use std::collections::BTreeMap;
use std::sync::OnceLock;

/// A set of word classes.
pub type Class = u64;

/// "answer", and what stands for it.
pub const ANSWER: Class = 1 << 0;
/// "option", "choice".
pub const CHOICE: Class = 1 << 1;
/// "correct", "best".
pub const RIGHT: Class = 1 << 2;
/// "is", "be", "seems".
pub const COPULA: Class = 1 << 3;
/// Negation, and verbs and adjectives that deny.
pub const NEG: Class = 1 << 4;
/// What follows is compared with, not stated: "than", "while", "unlike".
pub const CONTRAST: Class = 1 << 5;
/// What follows is only supposed or asked: "if", "whether", "which".
pub const HYPO: Class = 1 << 6;
/// "and".
pub const AND: Class = 1 << 7;
/// "or".
pub const OR: Class = 1 << 8;
/// "therefore".
pub const SO: Class = 1 << 9;
/// "choose", "select".
pub const PICK: Class = 1 << 10;
/// "yes".
pub const YES: Class = 1 << 11;
/// "no".
pub const NO: Class = 1 << 12;
/// "none", "neither".
pub const NONE: Class = 1 << 13;
/// Words that open a refusal: "sorry".
pub const SORRY: Class = 1 << 14;
/// "determine", "tell", "possible": with a negation before it, a hedge.
pub const KNOW: Class = 1 << 15;
/// "difficult", "insufficient": a negation of KNOW by itself.
pub const HARD: Class = 1 << 16;
/// Words to pass over before a choice: "most", "likely", "option", "the".
pub const FILL: Class = 1 << 17;
/// "a", "an", "the".
pub const ARTICLE: Class = 1 << 18;
/// Nouns that name a lettered thing: "box", "point", "picture".
pub const NAME: Class = 1 << 19;
/// "wait", "actually": what follows takes back what went before.
pub const WAIT: Class = 1 << 20;
/// "but", "however".
pub const BUT: Class = 1 << 21;
/// "I", "we".
pub const SELF: Class = 1 << 22;
/// Words that may follow a bare letter: "is", "because", "and".
pub const FOLLOW: Class = 1 << 23;
/// Words of judgment in a first sentence: "most", "more", "appears", comparatives.
pub const COMMIT: Class = 1 << 24;
/// "assist", "help": after "cannot", a refusal.
pub const HELP: Class = 1 << 25;
/// "the reason", "explanation": words that open an explanation.
pub const BECAUSE: Class = 1 << 26;
/// "different", "less": a statement that sets the option apart from the asked one.
pub const APART: Class = 1 << 27;
/// A LaTeX command.
pub const COMMAND: Class = 1 << 28;
/// `\boxed`.
pub const BOXED: Class = 1 << 29;
/// "both".
pub const BOTH: Class = 1 << 30;
/// "it", "that's": with a letter after it, a statement.
pub const IT: Class = 1 << 31;
/// Could begin an offered option's text (set by the tokenizer from the options, not from this table).
pub const OPTION: Class = 1 << 32;
/// A single letter, in any case or width.
pub const LETTER: Class = 1 << 33;
/// An upper-case letter.
pub const UPPER: Class = 1 << 34;
/// A number.
pub const NUMBER: Class = 1 << 35;
/// Ignored between the words of an option text.
pub const SOFT: Class = 1 << 36;
/// Ends a sentence.
pub const END: Class = 1 << 37;
/// One or more line breaks.
pub const NEWLINE: Class = 1 << 38;
/// A punctuation mark or symbol (its character is the key).
pub const MARK: Class = 1 << 39;
/// A Han, Kana or Hangul token.
pub const CJK: Class = 1 << 40;
/// A word that starts with a capital letter.
pub const CAPITAL: Class = 1 << 41;
/// A word of letters.
pub const WORD: Class = 1 << 42;

/// Words of alphabetic scripts. A word may stand in several rows; its classes are united.
const WORDS: &[(Class, &str)] = &[
    (ANSWER, "answer ans solution antwort lösung réponse reponse respuesta solución solucion ответ решение verdict"),
    (
        CHOICE,
        "option choice response assistant output result prediction alternative selection auswahl wahl choix opción opcion вариант выбор",
    ),
    (
        RIGHT,
        "correct right best final accurate appropriate suitable richtig richtige korrekte korrekt correcte bonne juste correcta correcto правильный правильно верный верно",
    ),
    (
        COPULA,
        "is are be was were seems seem appears appear looks should would must will could ist sind lautet wäre est sont serait es son sería será это является it's that's",
    ),
    (
        NEG,
        "not isn't aren't wasn't doesn't don't didn't won't cannot can't couldn't wouldn't shouldn't never neither nor incorrect wrong false without eliminate eliminated eliminates exclude excluded excludes excluding except discard discarded reject rejected incorrectly hardly unlikely lacks nicht kein keine weder pas aucun aucune ne ni ninguna ninguno tampoco не нет ни неверно неправильно falsch incorrecte incorrecta unable fails",
    ),
    (
        CONTRAST,
        "than while whereas unlike instead compared versus vs although though except besides despite rather als während tandis que mientras чем тогда",
    ),
    (HYPO, "if whether which either unless suppose assuming ob wenn si cuál cual quelle ли если whichever"),
    (AND, "and und et y и plus"),
    (OR, "or oder ou o или"),
    (
        SO,
        "therefore thus hence so consequently conclusion overall finally accordingly conclude summary daher also deshalb folglich donc ainsi conclusion entonces luego поэтому следовательно значит итак",
    ),
    (
        PICK,
        "choose select pick chose chosen choosing selecting selected picked go opt say guess wähle nehme choisis choisirais sélectionne elijo escojo selecciono elegiría выбираю выберу guessing",
    ),
    (YES, "yes yeah yep ja oui sí да jawohl yup"),
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
        "it it's either both most likely probably option choice answer letter the number indeed clearly definitely simply in fact then that this therefore as follows to be best correct closest my final would should is one labeled labelled marked alternative i'd it following with for thus so opción opcion la le el die der das lettre letra buchstabe вариант буква l'option",
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
    (IT, "it it's that's this es c'est это"),
];

/// Phrases of scripts that are written without spaces; the longest that fits is taken.
const PHRASES: &[(Class, &[&str])] = &[
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
    (YES, &["はい", "是的", "对的", "네", "예", "有的"]),
    (NO, &["いいえ", "不是的", "不是", "没有", "아니요", "아니오", "否", "不对"]),
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

/// One entry of the table: the word's key, its classes, and the key that stands for it in option texts
/// (a number word and its digits share one).
#[derive(Clone, Copy, Default)]
pub struct Entry {
    /// Key of the word (0: a free slot).
    pub key: u64,
    /// Its classes.
    pub class: Class,
    /// The key it is compared by.
    pub alias: u64,
}

const SLOTS: usize = 2048;

/// All words, hashed by key, and all phrases by first character.
pub struct Vocabulary {
    /// Keys apart from what they stand for: most words are not in the table, and this part fits the fastest cache.
    keys: Vec<u64>,
    entries: Vec<Entry>,
    phrases: BTreeMap<char, Vec<(&'static str, Class)>>,
}

fn slot(key: u64) -> usize {
    (key.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 53) as usize
}

impl Vocabulary {
    /// The shared table.
    pub fn get() -> &'static Vocabulary {
        static TABLE: OnceLock<Vocabulary> = OnceLock::new();
        TABLE.get_or_init(Vocabulary::build)
    }

    fn build() -> Vocabulary {
        let mut words: BTreeMap<u64, Entry> = BTreeMap::new();
        for &(class, list) in WORDS {
            for word in list.split(' ') {
                let key = super::token::key(word);
                let entry = words.entry(key).or_insert(Entry { key, class: 0, alias: key });
                entry.class |= class;
            }
        }
        for (value, word) in NUMBER_WORDS.iter().enumerate() {
            let key = super::token::key(word);
            let alias = super::token::key(&value.to_string());
            let entry = words.entry(key).or_insert(Entry { key, class: 0, alias });
            entry.alias = alias;
        }
        let (mut keys, mut entries) = (vec![0; SLOTS], vec![Entry::default(); SLOTS]);
        for entry in words.into_values() {
            let mut at = slot(entry.key);
            while keys[at] != 0 {
                at = (at + 1) % SLOTS;
            }
            keys[at] = entry.key;
            entries[at] = entry;
        }
        let mut phrases: BTreeMap<char, Vec<(&'static str, Class)>> = BTreeMap::new();
        for &(class, list) in PHRASES {
            for &phrase in list {
                let Some(first) = phrase.chars().next() else { continue };
                let row = phrases.entry(first).or_default();
                match row.iter_mut().find(|(known, _)| *known == phrase) {
                    Some((_, known)) => *known |= class,
                    None => row.push((phrase, class)),
                }
            }
        }
        for row in phrases.values_mut() {
            row.sort_by_key(|(phrase, _)| std::cmp::Reverse(phrase.len()));
        }
        Vocabulary { keys, entries, phrases }
    }

    /// The entry of a word's key.
    pub fn find(&self, key: u64) -> Option<&Entry> {
        let mut at = slot(key);
        loop {
            let held = *self.keys.get(at)?;
            if held == key {
                return self.entries.get(at);
            }
            if held == 0 {
                return None;
            }
            at = (at + 1) % SLOTS;
        }
    }

    /// The longest phrase that `rest` starts with.
    pub fn phrase(&self, first: char, rest: &str) -> Option<(&'static str, Class)> {
        self.phrases.get(&first)?.iter().find(|(phrase, _)| rest.starts_with(phrase)).copied()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_word_is_found_with_its_classes() {
        let table = Vocabulary::get();
        for &(class, list) in WORDS {
            for word in list.split(' ') {
                let entry = table.find(super::super::token::key(word)).expect(word);
                assert_eq!(entry.class & class, class, "{word}");
            }
        }
        assert!(table.find(super::super::token::key("giraffe")).is_none());
    }

    #[test]
    fn a_number_word_is_compared_as_digits() {
        let entry = Vocabulary::get().find(super::super::token::key("three")).expect("three");
        assert_eq!(entry.alias, super::super::token::key("3"));
    }

    #[test]
    fn the_longest_phrase_is_taken() {
        assert_eq!(Vocabulary::get().phrase('故', "故选B"), Some(("故选", PICK | SELF)));
        assert_eq!(Vocabulary::get().phrase('无', "无正确答案").map(|(p, _)| p), Some("无正确答案"));
    }
}
