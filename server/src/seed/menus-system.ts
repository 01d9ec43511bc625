// Menus of 用户, 运营, 财务 and 系统 in the back office.
import { functions, layout, page, route, type SeedMenu } from './menu-shape.ts'

export const userMenus: SeedMenu[] = [
  // for users who choose users or roles without editing them
  ...functions({ 'sys:user:list': '查看用户', 'sys:role:list': '查看角色' }),
  page(
    {
      name: 'SysUser',
      metaTitle: '用户管理',
      path: 'list',
      component: 'sys/admin/UserListPage',
      permissionTag: 'sys:user:list',
      metaIcon: 'UserOutlined',
    },
    {
      'sys:user:add': '新建用户',
      'sys:user:update': '修改用户',
      'sys:user:delete': '删除用户',
      'sys:user:export': '导出用户',
      'sys:user:totp': '重置两步验证',
      'sys:user:unlock': '解除登录锁定',
    },
  ),
  page(
    {
      name: 'SysDepart',
      metaTitle: '部门管理',
      path: 'depart',
      component: 'sys/admin/DepartPage',
      permissionTag: 'sys:depart:list',
      metaIcon: 'ApartmentOutlined',
    },
    { 'sys:depart:add': '新建部门', 'sys:depart:update': '修改部门', 'sys:depart:delete': '删除部门' },
  ),
  page(
    {
      name: 'SysGroup',
      metaTitle: '用户分组',
      path: 'group',
      component: 'sys/admin/GroupListPage',
      permissionTag: 'sys:group:list',
      metaIcon: 'UsergroupAddOutlined',
    },
    {
      'sys:group:add': '新建分组',
      'sys:group:update': '修改分组',
      'sys:group:delete': '删除分组',
      'sys:group:user:join': '加入成员',
      'sys:group:user:remove': '移出成员',
    },
  ),
  route('GroupUser', '分组成员', 'group/:groupId', 'sys/admin/GroupUserPage', 'sys:group:list'),
  page(
    {
      name: 'SysDirectory',
      metaTitle: '目录同步',
      path: 'directory',
      component: 'sys/admin/DirectoryPage',
      permissionTag: 'sys:directory:list',
      metaIcon: 'ClusterOutlined',
    },
    { 'sys:directory:update': '设置和执行目录同步' },
  ),
  route('SysDirectoryRun', '同步明细', 'directory/:runId', 'sys/admin/DirectoryRunPage', 'sys:directory:list'),
  page(
    {
      name: 'SysRole',
      metaTitle: '角色管理',
      path: 'role',
      component: 'sys/admin/RoleListPage',
      permissionTag: 'sys:role:list',
      metaIcon: 'SafetyOutlined',
    },
    { 'sys:role:add': '新建角色', 'sys:role:update': '修改角色', 'sys:role:delete': '删除角色', 'sys:role:menus': '分配菜单' },
  ),
  page(
    {
      name: 'RealAudit',
      metaTitle: '实名审核',
      path: 'real',
      component: 'sys/admin/RealListPage',
      permissionTag: 'sys:user:real:list',
      metaIcon: 'IdcardOutlined',
    },
    { 'sys:user:real:audit': '实名审核' },
  ),
  page(
    {
      name: 'SysFaceList',
      metaTitle: '人脸库',
      path: 'face-library',
      component: 'sys/admin/SysFaceListPage',
      permissionTag: 'sys:face:list',
      metaIcon: 'SmileOutlined',
    },
    { 'sys:face:update': '维护人脸库' },
  ),
]

export const operateMenus: SeedMenu[] = [
  page(
    {
      name: 'SysNotice',
      metaTitle: '公告管理',
      path: 'notice',
      component: 'sys/admin/NoticeListPage',
      permissionTag: 'sys:notice:list',
      metaIcon: 'NotificationOutlined',
    },
    { 'sys:notice:add': '新建公告', 'sys:notice:update': '修改公告', 'sys:notice:delete': '删除公告', 'assist:notice': '公告草稿' },
  ),
  page(
    {
      name: 'NotifyTmplList',
      metaTitle: '消息模板',
      path: 'tmpl',
      component: 'notify/admin/NotifyTmplListPage',
      permissionTag: 'notify:tmpl:list',
      metaIcon: 'MailOutlined',
    },
    { 'notify:tmpl:add': '新建消息模板', 'notify:tmpl:update': '修改消息模板', 'notify:tmpl:delete': '删除消息模板' },
  ),
  page(
    {
      name: 'NotifyLogList',
      metaTitle: '发送记录',
      path: 'log',
      component: 'notify/admin/NotifyLogListPage',
      permissionTag: 'notify:log:list',
      metaIcon: 'SendOutlined',
    },
    { 'notify:send': '发送通知', 'notify:own': '通知自己的考试和课程' },
  ),
  page(
    {
      name: 'SurveyList',
      metaTitle: '问卷调查',
      path: 'survey',
      component: 'survey/admin/SurveyListPage',
      permissionTag: 'survey:list',
      metaIcon: 'FormOutlined',
    },
    {
      'survey:add': '新建问卷',
      'survey:update': '修改问卷',
      'survey:delete': '删除问卷',
      'survey:result': '查看问卷结果',
    },
  ),
  route('SurveyAdd', '新建问卷', 'survey/add', 'survey/admin/SurveyEditPage', 'survey:add'),
  route('SurveyUpdate', '修改问卷', 'survey/update/:id', 'survey/admin/SurveyEditPage', 'survey:update'),
  route('SurveyResult', '问卷结果', 'survey/result/:id', 'survey/admin/SurveyResultPage', 'survey:result'),
  page({
    name: 'PointsRule',
    metaTitle: '积分规则',
    path: 'points-rule',
    component: 'points/admin/PointsRulePage',
    permissionTag: 'points:rule',
    metaIcon: 'TrophyOutlined',
  }),
  page(
    {
      name: 'PointsLog',
      metaTitle: '积分明细',
      path: 'points',
      component: 'points/admin/PointsLogPage',
      permissionTag: 'points:log:list',
      metaIcon: 'StarOutlined',
    },
    { 'points:adjust': '调整积分' },
  ),
]

export const financeMenus: SeedMenu[] = [
  page(
    {
      name: 'CourserOrder',
      metaTitle: '订单管理',
      path: 'order',
      component: 'pay/admin/CourserOrderPage',
      permissionTag: 'pay:order:list',
      metaIcon: 'CreditCardOutlined',
    },
    { 'pay:order:export': '导出订单', 'pay:order:refund': '退款' },
  ),
  page({
    name: 'SalesStat',
    metaTitle: '销售统计',
    path: 'sales',
    component: 'pay/admin/SalesPage',
    permissionTag: 'pay:sales',
    metaIcon: 'BarChartOutlined',
  }),
  page({
    name: 'PayBillList',
    metaTitle: '对账',
    path: 'bill',
    component: 'pay/admin/PayBillListPage',
    permissionTag: 'pay:bill',
    metaIcon: 'AuditOutlined',
  }),
  page(
    {
      name: 'CouponList',
      metaTitle: '优惠券',
      path: 'coupon',
      component: 'pay/admin/CouponListPage',
      permissionTag: 'pay:coupon:list',
      metaIcon: 'TagsOutlined',
    },
    { 'pay:coupon:add': '新建优惠券', 'pay:coupon:update': '启用或停用优惠券' },
  ),
  page(
    {
      name: 'InvoiceList',
      metaTitle: '发票管理',
      path: 'invoice',
      component: 'pay/admin/InvoiceListPage',
      permissionTag: 'pay:invoice:list',
      metaIcon: 'FileProtectOutlined',
    },
    { 'pay:invoice:update': '处理发票' },
  ),
  page({
    name: 'PayConfig',
    metaTitle: '支付配置',
    path: 'config',
    component: 'pay/admin/PayConfigPage',
    permissionTag: 'pay:config',
    metaIcon: 'PayCircleOutlined',
  }),
]

/** Pages that stood directly below 系统 in earlier versions: existing sites get them moved, at their old addresses. */
const fromSystem = (menus: SeedMenu[]): SeedMenu[] =>
  menus.map((menu) => ({ ...menu, path: `/admin/sys/${menu.path}`, movedFrom: 'System' }))

const serviceMenus: SeedMenu[] = [
  page({
    name: 'PropUpload',
    metaTitle: '存储配置',
    path: 'upload',
    component: 'sys/admin/PropUploadPage',
    permissionTag: 'sys:prop:update',
    metaIcon: 'CloudUploadOutlined',
  }),
  page({
    name: 'PropFace',
    metaTitle: '人脸识别',
    path: 'face',
    component: 'sys/admin/PropFacePage',
    permissionTag: 'sys:prop:update',
    metaIcon: 'SmileOutlined',
  }),
  page({
    name: 'PropLive',
    metaTitle: '直播配置',
    path: 'live',
    component: 'sys/admin/PropLivePage',
    permissionTag: 'sys:prop:update',
    metaIcon: 'VideoCameraOutlined',
  }),
  page({
    name: 'PropSms',
    metaTitle: '短信配置',
    path: 'sms',
    component: 'sys/admin/PropSmsPage',
    permissionTag: 'sys:prop:update',
    metaIcon: 'MessageOutlined',
  }),
  page({
    name: 'PropMail',
    metaTitle: '邮件配置',
    path: 'mail',
    component: 'sys/admin/PropMailPage',
    permissionTag: 'sys:prop:update',
    metaIcon: 'MailOutlined',
  }),
  page({
    name: 'PropLogin',
    metaTitle: '第三方登录',
    path: 'login',
    component: 'sys/admin/PropLoginPage',
    permissionTag: 'sys:prop:update',
    metaIcon: 'LoginOutlined',
  }),
  page({
    name: 'PropHotel',
    metaTitle: '酒店查询',
    path: 'hotel',
    component: 'sys/admin/PropHotelPage',
    permissionTag: 'sys:prop:update',
    metaIcon: 'ShopOutlined',
  }),
]

/** Below the same entries as the others; there was no earlier version with them at another address. */
const assistServices: SeedMenu[] = [
  page({
    name: 'PropModel',
    metaTitle: '智能助手',
    path: '/admin/sys/model',
    component: 'sys/admin/PropModelPage',
    permissionTag: 'sys:prop:update',
    metaIcon: 'RobotOutlined',
  }),
  page({
    name: 'AssistConfig',
    metaTitle: '智能助手用途',
    path: '/admin/sys/assist',
    component: 'assist/admin/AssistConfigPage',
    permissionTag: 'assist:config',
    metaIcon: 'ControlOutlined',
  }),
]
const assistTrail = page({
  name: 'AssistCall',
  metaTitle: '智能助手记录',
  path: '/admin/sys/assist-log',
  component: 'assist/admin/AssistCallListPage',
  permissionTag: 'assist:log',
  metaIcon: 'RobotOutlined',
})

const trailMenus: SeedMenu[] = [
  page({
    name: 'SysLog',
    metaTitle: '操作日志',
    path: 'log',
    component: 'sys/admin/LogPage',
    permissionTag: 'sys:log:list',
    metaIcon: 'FileSearchOutlined',
  }),
  page({
    name: 'LoginLog',
    metaTitle: '登录日志',
    path: 'login-log',
    component: 'sys/admin/LoginLogPage',
    permissionTag: 'sys:log:list',
    metaIcon: 'HistoryOutlined',
  }),
  page({
    name: 'SmsOutbox',
    metaTitle: '短信记录',
    path: 'sms-log',
    component: 'sys/admin/SmsLogPage',
    permissionTag: 'sys:sms:list',
    metaIcon: 'InboxOutlined',
  }),
]

const openMenus: SeedMenu[] = [
  page({
    name: 'SysApi',
    metaTitle: '接口文档',
    path: 'api',
    component: 'sys/admin/ApiPage',
    permissionTag: 'sys:api:view',
    metaIcon: 'ReadOutlined',
  }),
  page(
    {
      name: 'SysApiToken',
      metaTitle: '接口令牌',
      path: 'api-token',
      component: 'sys/admin/ApiTokenListPage',
      permissionTag: 'sys:token:list',
      metaIcon: 'KeyOutlined',
    },
    { 'sys:token:add': '新建接口令牌', 'sys:token:delete': '撤销接口令牌' },
  ),
  page(
    {
      name: 'IntegrateHook',
      metaTitle: '数据推送',
      path: 'hook',
      component: 'integrate/admin/HookListPage',
      permissionTag: 'integrate:hook:list',
      metaIcon: 'SendOutlined',
    },
    { 'integrate:hook:add': '新建推送目标', 'integrate:hook:update': '修改推送目标', 'integrate:hook:delete': '删除推送目标' },
  ),
  page(
    {
      name: 'IntegrateLti',
      metaTitle: '学习平台',
      path: 'lti',
      component: 'integrate/admin/LtiListPage',
      permissionTag: 'integrate:lti:list',
      metaIcon: 'LoginOutlined',
    },
    { 'integrate:lti:add': '新建学习平台', 'integrate:lti:update': '修改学习平台', 'integrate:lti:delete': '删除学习平台' },
  ),
  page(
    {
      name: 'IntegrateTool',
      metaTitle: '外部工具',
      path: 'tool',
      component: 'integrate/admin/ToolListPage',
      permissionTag: 'integrate:tool:list',
      metaIcon: 'AppstoreOutlined',
    },
    { 'integrate:tool:add': '新建外部工具', 'integrate:tool:update': '修改外部工具', 'integrate:tool:delete': '删除外部工具' },
  ),
  route('IntegrateDelivery', '推送记录', 'hook/delivery', 'integrate/admin/DeliveryListPage', 'integrate:hook:list'),
]

const bin = page(
  {
    name: 'SysBin',
    metaTitle: '回收站',
    path: 'bin',
    component: 'sys/admin/BinPage',
    permissionTag: 'sys:bin:list',
    metaIcon: 'InboxOutlined',
  },
  { 'sys:bin:delete': '彻底删除' },
)

export const systemMenus: SeedMenu[] = [
  page(
    {
      name: 'SysMenu',
      metaTitle: '菜单管理',
      path: 'menu',
      component: 'sys/admin/MenuPage',
      permissionTag: 'sys:menu:list',
      metaIcon: 'MenuOutlined',
    },
    { 'sys:menu:add': '新建菜单', 'sys:menu:update': '修改菜单', 'sys:menu:delete': '删除菜单' },
  ),
  page(
    {
      name: 'SysDic',
      metaTitle: '数据字典',
      path: 'dic',
      component: 'sys/admin/DicPage',
      permissionTag: 'sys:dic:list',
      metaIcon: 'ReadOutlined',
    },
    { 'sys:dic:add': '新建字典', 'sys:dic:update': '修改字典', 'sys:dic:delete': '删除字典' },
  ),
  page(
    {
      name: 'SysConfig',
      metaTitle: '站点设置',
      path: 'site',
      component: 'sys/admin/SitePage',
      permissionTag: 'sys:config:update',
      metaIcon: 'GlobalOutlined',
    },
    { 'sys:view:share': '共享列表视图' },
  ),
  page({
    name: 'SysSwitch',
    metaTitle: '功能开关',
    path: 'switch',
    component: 'sys/admin/SwitchPage',
    permissionTag: 'sys:switch:update',
    metaIcon: 'ControlOutlined',
  }),
  layout('SystemService', '服务配置', 'service', 'ToolOutlined', [...fromSystem(serviceMenus), ...assistServices]),
  layout('SystemTrail', '系统日志', 'trail', 'FileSearchOutlined', [...fromSystem(trailMenus), assistTrail]),
  page({
    name: 'SysBackup',
    metaTitle: '备份',
    path: 'backup',
    component: 'sys/admin/BackupPage',
    permissionTag: 'sys:backup',
    metaIcon: 'DatabaseOutlined',
  }),
  page({
    name: 'SysStatus',
    metaTitle: '系统状态',
    path: 'status',
    component: 'sys/admin/StatusPage',
    permissionTag: 'sys:status',
    metaIcon: 'DashboardOutlined',
  }),
  layout('SystemOpen', '接口与集成', 'open', 'LinkOutlined', fromSystem(openMenus)),
  page({
    name: 'SysLicense',
    metaTitle: '系统授权',
    path: 'license',
    component: 'sys/admin/LicensePage',
    permissionTag: 'sys:license',
    metaIcon: 'KeyOutlined',
  }),
  bin,
]
