// The paper that the import of pasted text offers as an example, by what the site is (docs/decisions/0191).
import type { SiteKind } from '../../kernel/site-kind.ts'

type Paper = { zh: string; en: string }
/** Each has a single choice, a multiple choice, a true-or-false question and a short answer, and is read without a problem. */
export const examplePapers: Record<SiteKind, Paper> = {
  none: {
    zh: `一、单选题
1. 发现火情应首先拨打（ ）。
A. 110    B. 119    C. 120
答案：B
解析：119 是火警电话。

二、多选题
2. 疏散时应当（ ）。
A. 弯腰    B. 捂住口鼻    C. 乘坐电梯
答案：AB

三、判断题
3. 灭火器应定期检查。（√）

四、简答题
4. 简述发现火情后的处置步骤。
答案：报警，疏散，扑救初起火灾。`,
    en: `1. Which number reports a fire? (B)
A. 110    B. 119    C. 120

2. What is right while leaving a building with smoke? (AB)
A. Stoop    B. Cover nose and mouth    C. Take the lift

3. Extinguishers must be checked regularly. (√)

4. What do you do when you see a fire?
Answer: Call for help, leave, put out what is small.`,
  },
  company: {
    zh: `一、单选题
1. 收到索要密码的邮件，应当（ ）。
A. 照做    B. 不回复并报告    C. 转发同事
答案：B
解析：任何人都不需要您的密码。

二、多选题
2. 离开座位时应当（ ）。
A. 锁定屏幕    B. 收好纸质资料    C. 留下访客
答案：AB

三、判断题
3. 工作资料可以存到个人网盘。（×）

四、简答题
4. 电脑疑似中毒时怎么办？
答案：断开网络，停止操作，报告信息安全人员。`,
    en: `1. A mail asks for your password. What do you do? (B)
A. Send it    B. Report the mail    C. Forward it

2. What do you do before you leave your desk? (AB)
A. Lock the screen    B. Put papers away    C. Leave visitors alone

3. Files of the company may be kept on a private drive. (×)

4. What do you do when a computer may have a virus?
Answer: Unplug the network, stop working, tell the security staff.`,
  },
  school: {
    zh: `一、单选题
1. 水在标准大气压下的沸点是（ ）。
A. 90 ℃    B. 100 ℃    C. 110 ℃
答案：B
解析：气压越低，沸点越低。

二、多选题
2. 下列属于可再生能源的有（ ）。
A. 太阳能    B. 风能    C. 煤
答案：AB

三、判断题
3. 声音在真空中不能传播。（√）

四、简答题
4. 为什么先看到闪电，后听到雷声？
答案：光的传播比声音快。`,
    en: `1. At which temperature does water boil at sea level? (B)
A. 90 °C    B. 100 °C    C. 110 °C

2. Which of these are renewable? (AB)
A. Sunlight    B. Wind    C. Coal

3. Sound does not travel through a vacuum. (√)

4. Why do we see lightning before we hear thunder?
Answer: Light is faster than sound.`,
  },
  hotel: {
    zh: `一、单选题
1. 为客人办理入住，应当核对（ ）。
A. 名片    B. 有效身份证件    C. 会员卡
答案：B
解析：住宿登记以有效身份证件为准。

二、多选题
2. 客房楼层发生火情，应当（ ）。
A. 报警    B. 引导客人走安全出口    C. 让客人乘电梯
答案：AB

三、判断题
3. 疏散通道可以临时堆放布草车。（×）

四、简答题
4. 客人反映房间有异味，怎么处理？
答案：到房查看，道歉，处理或换房，记录并回访。`,
    en: `1. What do you check when a guest arrives? (B)
A. A business card    B. A valid identity document    C. A member card

2. A floor of rooms is on fire. What do you do? (AB)
A. Raise the alarm    B. Lead guests to the exits    C. Send guests to the lift

3. Linen carts may stand in an escape route for a while. (×)

4. A guest complains of a smell in the room. What do you do?
Answer: Look, apologise, mend it or change the room, note it and ask again.`,
  },
  hospital: {
    zh: `一、单选题
1. 接触患者前后应当（ ）。
A. 戴帽子    B. 做手卫生    C. 换鞋
答案：B
解析：手卫生是预防院内感染最简单有效的措施。

二、多选题
2. 给药前要核对（ ）。
A. 患者身份    B. 药名和剂量    C. 患者的职业
答案：AB

三、判断题
3. 用过的针头应当放入锐器盒。（√）

四、简答题
4. 发生针刺伤后怎么处理？
答案：挤出血液，流水冲洗，消毒包扎，上报并随访。`,
    en: `1. What do you do before and after you touch a patient? (B)
A. Put on a cap    B. Clean your hands    C. Change your shoes

2. What do you check before you give a medicine? (AB)
A. Who the patient is    B. Name and dose    C. The job of the patient

3. Used needles go into a sharps box. (√)

4. What do you do after a needlestick injury?
Answer: Let it bleed, rinse, disinfect, report it and have it followed up.`,
  },
  examiner: {
    zh: `一、单选题
1. 企业当期收到的下期租金，应当计入（ ）。
A. 当期收入    B. 负债    C. 资本公积
答案：B
解析：租金属于下期，收到时是一项负债。

二、多选题
2. 下列属于流动资产的有（ ）。
A. 库存现金    B. 存货    C. 机器设备
答案：AB

三、判断题
3. 资产总额等于负债与所有者权益之和。（√）

四、简答题
4. 什么是权责发生制？
答案：收入和费用在发生的期间确认，而不是在收付款项时确认。`,
    en: `1. Rent for the next year that is received now is recorded as (B)
A. Income    B. A liability    C. Capital

2. Which are current assets? (AB)
A. Cash    B. Stock    C. Machines

3. Assets equal liabilities and equity. (√)

4. What is accrual accounting?
Answer: Income and cost count in the period they belong to, not when money moves.`,
  },
}
