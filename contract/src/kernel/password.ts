// Passwords that are tried first: common ones, and those made of a name or of words of this product. Letters decide; a year, digits and
// punctuation around them do not help.

/** Words from published lists of leaked passwords, of this product, and names of makers, which their devices and programs come with. Read without digits and signs, look-alikes replaced. */
const words = new Set(
  `password passwd pass passw word passphrase pwd mima qwerty qwertyuiop qwert qwe qweasd qweasdzxc qazwsx qazwsxedc qaz wsx zxcvbn zxcvbnm
  zxc asdfgh asdfghjkl asdf asd abc abcd abcde abcdef abcdefg abcdefgh aaa aaaa aaaaaa xxx xxxx a aa q qq qqq w ww aq qw letmein login
  signin welcome hello hi changeme default secret admin administrator root superuser super user guest test tester testing temp demo sample
  master manager system server service iloveyou loveyou love lovely woaini woaiwojia wobuzhidao woshishui nihao zhang wang li monkey dragon
  football baseball basketball sunshine princess shadow michael superman batman starwars trustno whatever freedom flower summer winter
  spring autumn china zhongguo beijing shanghai company office computer internet windows mobile iphone google microsoft school student
  students teacher teachers learner learners proctor invigilator marker candidate exam exams examination study studying training train
  course class classroom xuexi kaoshi xuesheng laoshi jiaoshi peixun shuyuan shuyuanadmin academy college university daxue xuexiao
  jiankao yuejuan guanli guanliyuan yonghu ceshi chushi chushihua mimaceshi qwer qazxsw qwaszx zaqwsx zaqxsw zaq xsw zxcv jordan rush blink
  usuckballz ncc nccd ncce ncca charlie mustang sosoaljg jessica fuckyou babylon yankees matthew wrinkle access anthony william satan gn
  thunder chelsea passwor fuckinside shaney heather richard formula asshole mailcreated patrick cowboys gateway scooter raiders diamond front
  jyeuz phoenix brandon porsche arsenal jackson agent melissa pokemon apollo rangers gordon
  huawei honor xiaomi redmi oppo vivo meizu lenovo thinkpad haier hisense midea gree changhong skyworth alibaba aliyun alipay taobao tmall
  tencent wechat weixin qqmail baidu jingdong netease bytedance douyin kuaishou meituan didi zte hikvision dahua uniview inspur sugon sangfor
  ruijie tplink dlink mercury cisco juniper fortinet dell ibm oracle mysql postgres mongodb redis tomcat weblogic jboss websphere vmware
  changeit kingdee yonyou ufida seeyon weaver landray zhifubao xiaomishu samsung apple sony nokia toshiba panasonic`.split(/\s+/),
)
const lookAlikes: Record<string, string> = { '0': 'o', '1': 'i', '3': 'e', '4': 'a', '5': 's', '7': 't', '@': 'a', $: 's', '!': 'i' }

/** The letters of a text in lower case. */
const lettersOf = (text: string) => text.toLowerCase().replaceAll(/[^\p{L}]/gu, '')
/** A text with look-alikes inside of words replaced: `P@ssw0rd` reads as password. What follows the last letter is cut off before. */
function readAsLetters(text: string): string {
  const signs = Array.from(text)
  const end = signs.findLastIndex((one) => /\p{L}/u.test(one)) + 1
  return lettersOf(
    signs
      .slice(0, end)
      .map((one) => lookAlikes[one] ?? one)
      .join(''),
  )
}

/** A password is judged before its length is known to be allowed: signs after these are not read. */
const MOST_SIGNS = 1_000
const longest = Math.max(...Array.from(words, (word) => word.length))
/** `passwordpassword` is `password`. Only beginnings that a word may have are looked at. */
function unrepeated(text: string, most: number): string {
  for (let length = 1; length <= Math.min(most, text.length / 2); length++)
    if (text.length % length === 0 && text === text.slice(0, length).repeat(text.length / length)) return text.slice(0, length)
  return text
}

/** Whether the text is two common words: AdminPass@1. */
function isTwoWords(letters: string): boolean {
  if (letters.length > 2 * longest) return false
  return Array.from(letters, (_letter, at) => at).some((at) => at >= 3 && words.has(letters.slice(0, at)) && words.has(letters.slice(at)))
}

/**
 * Whether a password is among the first that an attacker tries: its letters are one or two common words, or the account's own name. The first
 * 1,000 signs of a longer one decide.
 * @param userName the account's name, where it is known
 */
export function isCommonPassword(password: string, userName = ''): boolean {
  const begin = password.slice(0, MOST_SIGNS)
  const own = lettersOf(userName)
  const name = userName.toLowerCase()
  if (name.length >= 4 && begin.toLowerCase().includes(name)) return true
  return [lettersOf(begin), readAsLetters(begin)].some((letters) => {
    const base = unrepeated(letters, Math.max(longest, own.length))
    return words.has(base) || words.has(letters) || (own.length >= 3 && base === own) || isTwoWords(letters)
  })
}
