// The texts of the leaflets of the demo courses.
import type { Block, SheetDoc } from '../kernel/typeset/typeset.ts'

export const heading = (text: string): Block => ({ kind: 'heading', text, aside: '' })
export const prose = (html: string): Block => ({ kind: 'prose', prose: { html } })
export const table = (header: string[], rows: string[][]): Block => ({
  kind: 'table',
  header,
  rows: rows.map((row) => row.map((text) => ({ prose: { text }, tone: 'plain' }))),
})
/** A leaflet for the people of these posts. */
export const leaflet = (title: string, forWhom: string, blocks: Block[]): SheetDoc => ({
  school: '云栖酒店集团培训中心',
  title,
  running: title,
  foot: '内部培训资料',
  facts: [
    ['适用岗位', forWhom],
    ['编写', '培训中心'],
  ],
  blocks,
})

/** The leaflets, by a short name. */
export const leaflets: Record<string, SheetDoc> = {
  guests: leaflet('客人疏散引导须知', '客房部、前厅部', [
    heading('一、听到疏散信号'),
    prose(
      '<ol><li>停下手里的工作，推开通道上的布草车、行李车。</li><li>从离自己最近的房间开始敲门，边敲边说：“请马上离开，跟我走安全出口。”</li><li>客人离开后<strong>关上房门，不要上锁</strong>，在门把手上挂好已检查的标牌。</li></ol>',
    ),
    heading('二、带客人走'),
    prose(
      '<ul><li>只走疏散楼梯，<strong>不乘电梯</strong>。</li><li>有烟时用湿毛巾捂住口鼻，弯腰贴着墙走。</li><li>老人、孩子、孕妇和行动不便的客人，由专人陪同，走在队伍中间。</li><li>不让客人回房取行李。</li></ul>',
    ),
    heading('三、到达集合点'),
    prose('<p>按楼层站好，对照住客名单清点人数。缺谁、可能在哪里，立即报告消防队到场的指挥员，<strong>自己不再返回楼内</strong>。</p>'),
    table(
      ['岗位', '负责什么', '带什么'],
      [
        ['楼层服务员', '敲门、引导、关门', '手电、楼层总钥匙'],
        ['前台', '打印住客名单，接应集合点', '名单、对讲机'],
        ['保安', '打开疏散出口，阻止人员返回', '扩音器、反光背心'],
      ],
    ),
  ]),
  kitchen: leaflet('后厨卫生操作规范', '餐饮部', [
    heading('一、进入后厨之前'),
    prose(
      '<p>持有效健康证上岗。发热、腹泻、手部有伤口或化脓时，先报告厨师长，不接触直接入口的食品。换好工作衣帽，摘下首饰，按七步洗手法洗手。</p>',
    ),
    heading('二、生熟分开'),
    prose(
      '<ul><li>刀、砧板、容器按颜色区分：红色切生肉，蓝色切水产，绿色切蔬果，白色切熟食。</li><li>冰箱里熟食在上、生食在下，全部加盖。</li><li>食品烧熟煮透，<strong>中心温度达到 70 ℃ 以上</strong>。</li></ul>',
    ),
    heading('三、留样'),
    prose('<p>集体用餐的每个菜品都要留样。容器先消毒，贴好标签，单独冷藏。</p>'),
    table(
      ['要求', '标准'],
      [
        ['每样数量', '不少于 125 克'],
        ['冷藏时间', '48 小时以上'],
        ['标签内容', '品名、留样时间、留样人'],
      ],
    ),
  ]),
  privacy: leaflet('客人信息保护须知', '全体员工', [
    heading('一、什么是客人的个人信息'),
    prose(
      '<p>姓名、证件号、手机号、房号、入住日期、同行人、消费记录、监控画面，只要能认出是谁，都是。证件照片和人脸图像属于敏感个人信息，要更加小心。</p>',
    ),
    heading('二、三条底线'),
    prose(
      '<ol><li><strong>不多收</strong>：办理业务用不到的，不问、不登记。</li><li><strong>不外传</strong>：不拍照、不发到聊天群，不告诉任何来打听的人。</li><li><strong>不久留</strong>：打印的名单用完当场粉碎，电脑离开就锁屏。</li></ol>',
    ),
    heading('三、有人来问房号怎么办'),
    prose(
      '<p>不确认、也不否认客人是否入住。可以说：“我帮您转接，由客人决定是否接听。”执法人员来查询时，请值班经理核对证件和法律文书，并做好登记。</p>',
    ),
    heading('四、发现泄露'),
    prose('<p>马上报告信息技术部和值班经理，说明是什么信息、多少人、什么时候发现的。不要自行删除记录。</p>'),
  ]),
  register: leaflet('入住登记中的个人信息', '前厅部', [
    heading('一、登记时'),
    prose(
      '<ul><li>核对本人与证件一致，<strong>每一位住客都要登记</strong>，访客也要登记。</li><li>未成年人入住，问清监护人的联系方式和同住人关系，有疑点时立即报告。</li><li>屏幕朝向自己，不念出客人的证件号和房号。</li></ul>',
    ),
    heading('二、登记后'),
    prose('<p>证件当面交还。复印件只在确有需要时制作，盖上“仅供入住登记使用”，放进带锁的抽屉。交班时口头核对，不用便条抄写客人信息。</p>'),
  ]),
  welcome: leaflet('新员工入职手册（摘要）', '新员工', [
    heading('一、第一天'),
    prose('<p>带身份证、健康证和银行卡到培训中心报到，领取工牌、制服和更衣柜钥匙。部门会安排一位师傅，带您熟悉岗位和安全出口。</p>'),
    heading('二、第一个月'),
    table(
      ['时间', '内容'],
      [
        ['第 1 周', '消防安全、服务礼仪、个人信息保护'],
        ['第 2–3 周', '跟随师傅上岗，每天填写学习记录'],
        ['第 4 周', '参加入职考试，部门负责人面谈'],
      ],
    ),
    heading('三、遇到问题'),
    prose('<p>工作中的问题先找师傅，其次找主管。受到不公平的对待，可以直接联系培训中心。</p>'),
  ]),
}
