// The start pages of the back office.
import { page, type SeedMenu } from './menu-shape.ts'

export const homeMenus: SeedMenu[] = [
  page({
    name: 'Dashboard',
    metaTitle: '控制台',
    path: 'dashboard',
    component: 'stat/admin/DashboardPage',
    permissionTag: 'dashboard',
    metaIcon: 'DashboardOutlined',
  }),
  page(
    {
      name: 'StatReport',
      metaTitle: '统计报表',
      path: 'report',
      component: 'stat/admin/ReportPage',
      permissionTag: 'stat:report',
      metaIcon: 'LineChartOutlined',
    },
    { 'stat:report:plan': '设置定期报表' },
  ),
  page({
    name: 'StatTeam',
    metaTitle: '团队报表',
    path: 'team',
    component: 'stat/admin/TeamPage',
    permissionTag: 'stat:team',
    metaIcon: 'TeamOutlined',
  }),
  // the home of users who see no figures of the site
  page({
    name: 'WorkHome',
    metaTitle: '工作台',
    path: 'work',
    component: 'stat/admin/WorkPage',
    permissionTag: 'stat:work',
    metaIcon: 'HomeOutlined',
  }),
]
