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
const readAsLetters = (text: string) => lettersOf(Array.from(text.replace(/[^\p{L}]+$/u, ''), (one) => lookAlikes[one] ?? one).join(''))
/** `passwordpassword` is `password`. */
const unrepeated = (text: string) => /^(.+?)\1*$/.exec(text)?.[1] ?? text

/**
 * Whether a password is among the first that an attacker tries: its letters are one or two common words, or the account's own name.
 * @param userName the account's name, where it is known
 */
export function isCommonPassword(password: string, userName = ''): boolean {
  const own = lettersOf(userName)
  const name = userName.toLowerCase()
  if (name.length >= 4 && password.toLowerCase().includes(name)) return true
  return [lettersOf(password), readAsLetters(password)].some((letters) => {
    const base = unrepeated(letters)
    if (words.has(base) || words.has(letters) || (own.length >= 3 && base === own)) return true
    // two words: AdminPass@1
    return Array.from(letters, (_letter, at) => at).some((at) => at >= 3 && words.has(letters.slice(0, at)) && words.has(letters.slice(at)))
  })
}
