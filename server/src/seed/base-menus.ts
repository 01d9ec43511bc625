// The menus of the back office of a new site.
import { layout, type SeedMenu } from './menu-shape.ts'
import { homeMenus } from './menus-home.ts'
import { certMenus } from './menus-cert.ts'
import { courseMenus } from './menus-course.ts'
import { examMenus, repoMenus } from './menus-exam.ts'
import { financeMenus, operateMenus, systemMenus, userMenus } from './menus-system.ts'

/** The top entries, in the order of the sidebar. */
export const baseMenus: SeedMenu[] = [
  // first on sites of earlier versions, too
  { ...layout('Home', '首页', '/admin/home', 'DashboardOutlined', homeMenus), sort: 5 },
  layout('Exam', '考试', '/admin/exam', 'FormOutlined', examMenus),
  layout('Repo', '题库', '/admin/repo', 'BookOutlined', repoMenus),
  layout('Course', '课程', '/admin/course', 'VideoCameraOutlined', courseMenus),
  layout('Cert', '证书', '/admin/cert', 'SafetyCertificateOutlined', certMenus),
  layout('Operate', '运营', '/admin/operate', 'FundProjectionScreenOutlined', operateMenus),
  layout('Finance', '财务', '/admin/pay', 'AccountBookOutlined', financeMenus),
  layout('User', '用户', '/admin/user', 'TeamOutlined', userMenus),
  layout('System', '系统', '/admin/sys', 'SettingOutlined', systemMenus),
]
