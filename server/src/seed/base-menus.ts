// The menus of the back office as a house begins with them: pages, routes without a place in the sidebar, and functions.
export type SeedMenu = {
  /** unique, letters only; the key by which a menu is known to have been seeded */
  name: string
  /** 1 menu, 2 function, 3 route */
  menuType: 1 | 2 | 3
  metaTitle: string
  path?: string
  /** 'Layout', or the page's file below web/src/domains */
  component?: string
  permissionTag?: string
  metaIcon?: string
  hidden?: boolean
  children?: SeedMenu[]
}

type Actions = Record<string, string>
/** Functions below a page, as tag → title. */
const functions = (actions: Actions): SeedMenu[] =>
  Object.entries(actions).map(([permissionTag, metaTitle]) => ({ name: nameOf(permissionTag), menuType: 2, metaTitle, permissionTag }))
const nameOf = (tag: string) => `Tag${tag.replaceAll(/(?:^|:)(\w)/g, (_all, letter: string) => letter.toUpperCase())}`

type Page = Required<Pick<SeedMenu, 'name' | 'metaTitle' | 'path' | 'component' | 'permissionTag' | 'metaIcon'>>
const page = (given: Page, actions: Actions = {}): SeedMenu => ({ ...given, menuType: 1, children: functions(actions) })
/** A page that is reached from another: an edit form, a detail. It opens for whoever holds its tag. */
const route = (name: string, metaTitle: string, path: string, component: string, permissionTag: string): SeedMenu => ({
  name,
  metaTitle,
  path,
  component,
  permissionTag,
  menuType: 3,
  hidden: true,
})

const examMenus: SeedMenu[] = [
  page(
    {
      name: 'ExamList',
      metaTitle: '考试管理',
      path: 'list',
      component: 'exam/admin/ExamListPage',
      permissionTag: 'exam:list',
      metaIcon: 'ScheduleOutlined',
    },
    { 'exam:add': '新建考试', 'exam:update': '修改考试', 'exam:delete': '删除考试' },
  ),
  route('ExamAdd', '新建考试', 'add/:tmplId', 'exam/admin/ExamEditPage', 'exam:add'),
  route('ExamUpdate', '修改考试', 'update/:id', 'exam/admin/ExamEditPage', 'exam:update'),
  page(
    {
      name: 'TmplList',
      metaTitle: '试卷模板',
      path: 'tmpl',
      component: 'tmpl/admin/TmplListPage',
      permissionTag: 'tmpl:list',
      metaIcon: 'FileTextOutlined',
    },
    { 'tmpl:add': '新建模板', 'tmpl:update': '修改模板', 'tmpl:delete': '删除模板' },
  ),
  route('TmplAdd', '新建模板', 'tmpl/add', 'tmpl/admin/TmplEditPage', 'tmpl:add'),
  route('TmplUpdate', '修改模板', 'tmpl/update/:id', 'tmpl/admin/TmplEditPage', 'tmpl:update'),
  page({
    name: 'ExamWatchList',
    metaTitle: '考试监控',
    path: 'watch',
    component: 'exam/admin/ExamWatchListPage',
    permissionTag: 'exam:watch',
    metaIcon: 'EyeOutlined',
  }),
  route('ExamWatchDetail', '监控详情', 'watch/detail', 'exam/admin/ExamWatchDetailPage', 'exam:watch'),
  page({
    name: 'ReviewPaperList',
    metaTitle: '阅卷',
    path: 'review',
    component: 'paper/admin/ReviewPaperListPage',
    permissionTag: 'paper:review',
    metaIcon: 'HighlightOutlined',
  }),
  route('ReviewPaperDetail', '批阅答卷', 'review/:paperId', 'paper/admin/ReviewPaperDetailPage', 'paper:review'),
  page(
    {
      name: 'PaperList',
      metaTitle: '成绩管理',
      path: 'paper',
      component: 'paper/admin/PaperListPage',
      permissionTag: 'paper:list',
      metaIcon: 'BarChartOutlined',
    },
    { 'paper:update': '处理答卷', 'paper:delete': '删除答卷' },
  ),
  route('ShowExam', '答卷详情', 'paper/:id', 'paper/admin/ShowExamPage', 'paper:list'),
]

const repoMenus: SeedMenu[] = [
  page(
    {
      name: 'RepoList',
      metaTitle: '题库管理',
      path: 'list',
      component: 'repo/admin/RepoListPage',
      permissionTag: 'repo:list',
      metaIcon: 'DatabaseOutlined',
    },
    { 'repo:add': '新建题库', 'repo:update': '修改题库', 'repo:delete': '删除题库' },
  ),
  page(
    {
      name: 'QuList',
      metaTitle: '试题管理',
      path: 'qu',
      component: 'qu/admin/QuListPage',
      permissionTag: 'qu:list',
      metaIcon: 'QuestionCircleOutlined',
    },
    { 'qu:add': '新建试题', 'qu:update': '修改试题', 'qu:delete': '删除试题', 'qu:import': '导入试题', 'qu:export': '导出试题' },
  ),
  route('QuAdd', '新建试题', 'qu/add', 'qu/admin/QuEditPage', 'qu:add'),
  route('QuUpdate', '修改试题', 'qu/update/:id', 'qu/admin/QuEditPage', 'qu:update'),
]

const systemFunctions = functions({ 'sys:config:update': '修改站点设置', 'sys:switch:update': '修改功能开关' })

const layout = (name: string, metaTitle: string, path: string, metaIcon: string, children: SeedMenu[]): SeedMenu => ({
  name,
  metaTitle,
  path,
  metaIcon,
  children,
  menuType: 1,
  component: 'Layout',
})

/** In the order of the sidebar. A layout without pages, such as 系统 so far, is not shown. */
export const baseMenus: SeedMenu[] = [
  layout('Exam', '考试', '/admin/exam', 'FormOutlined', examMenus),
  layout('Repo', '题库', '/admin/repo', 'BookOutlined', repoMenus),
  layout('User', '用户', '/admin/user', 'TeamOutlined', functions({ 'sys:user:list': '查看用户', 'sys:role:list': '查看角色' })),
  layout('System', '系统', '/admin/sys', 'SettingOutlined', systemFunctions),
]
