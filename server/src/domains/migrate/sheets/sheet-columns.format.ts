// What the columns of a sheet of another system mean: guessed from their headings, and named in the report.

/** The fields, each with the headings by which it is known, in lower case and without spaces. */
const synonyms = {
  userName: [
    '用户名',
    '账号',
    '帐号',
    '登录名',
    '登录账号',
    '登录帐号',
    '用户账号',
    '考生账号',
    '学员账号',
    '工号',
    '学号',
    '考号',
    '准考证号',
    'username',
    'account',
  ],
  realName: ['姓名', '真实姓名', '用户姓名', '考生姓名', '学员姓名', '名字', '昵称', 'name', 'realname'],
  firstName: ['firstname', '名'],
  lastName: ['lastname', 'surname', '姓', '姓氏'],
  depart: ['部门', '所属部门', '部门名称', '用户部门', '组织', '组织机构', '班级', '所属班级', '单位', '分组', '所属分组', 'department'],
  above: ['上级部门', '上级', '父部门', '上级组织', 'parent'],
  mobile: ['手机号', '手机', '手机号码', '电话', '联系电话', 'mobile', 'phone'],
  email: ['邮箱', '电子邮箱', '邮件', '邮箱地址', 'email', 'e-mail'],
  role: ['角色', '用户类型', '身份', '用户角色', 'role'],
  state: ['状态', '账号状态', '用户状态', 'state'],
  exam: ['考试名称', '考试', '试卷名称', '试卷', '考试标题', '问卷名称'],
  score: ['得分', '成绩', '分数', '总得分', '最终得分', '考试得分', '考试成绩', 'score'],
  total: ['总分', '满分', '试卷总分', '卷面总分', '考试总分'],
  handTime: ['交卷时间', '提交时间', '完成时间', '结束时间', '提交答卷时间', '考试时间'],
} as const
export type SheetField = keyof typeof synonyms
export const fieldTitles: Record<SheetField, string> = {
  userName: '用户名',
  realName: '姓名',
  firstName: '名',
  lastName: '姓',
  depart: '部门',
  above: '上级部门',
  mobile: '手机号',
  email: '邮箱',
  role: '角色',
  state: '状态',
  exam: '考试名称',
  score: '得分',
  total: '总分',
  handTime: '交卷时间',
}

export type Columns = Map<SheetField, number>
/** Without brackets and what they hold, marks of required columns, and spaces. */
const plain = (heading: string) =>
  heading
    .normalize('NFKC')
    .replaceAll(/\([^)]*\)|\[[^\]]*\]|[*\s:]/g, '')
    .toLowerCase()

/** The columns of a row of headings; of two that mean the same the earlier synonym counts. */
export function columnsOf(headings: readonly string[]): { columns: Columns; unused: string[] } {
  const names = headings.map(plain)
  const columns: Columns = new Map()
  for (const [field, words] of Object.entries(synonyms)) {
    const found = words.map((word) => names.indexOf(word)).find((at) => at >= 0)
    if (found !== undefined) columns.set(field as SheetField, found)
  }
  const used = new Set(columns.values())
  return { columns, unused: headings.filter((heading, at) => heading.trim() !== '' && !used.has(at)) }
}

export type SheetKind = 'departs' | 'users' | 'results'

/** What a sheet holds; undefined where it is none of people, so that it may be one of questions. */
export function kindOf(columns: Columns): SheetKind | undefined {
  const isPerson = columns.has('userName') || columns.has('mobile')
  if (columns.has('score') && (isPerson || columns.has('realName'))) return 'results'
  if ((columns.has('realName') || columns.has('lastName')) && isPerson) return 'users'
  return columns.has('depart') && (columns.has('above') || columns.size === 1) ? 'departs' : undefined
}
