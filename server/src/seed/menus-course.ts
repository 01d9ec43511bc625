// Menus of 课程 in the back office.
import { page, route, type SeedMenu } from './menu-shape.ts'

export const courseMenus: SeedMenu[] = [
  page(
    {
      name: 'CourseList',
      metaTitle: '课程管理',
      path: 'list',
      component: 'course/admin/CourseListPage',
      permissionTag: 'course:list',
      metaIcon: 'ReadOutlined',
    },
    { 'course:add': '新建课程', 'course:update': '修改课程', 'course:delete': '删除课程' },
  ),
  route('CourseAdd', '新建课程', 'add', 'course/admin/CourseEditPage', 'course:add'),
  route('CourseUpdate', '修改课程', 'update/:id', 'course/admin/CourseEditPage', 'course:update'),
  page(
    {
      name: 'PathList',
      metaTitle: '培养方案',
      path: 'path',
      component: 'path/admin/PathListPage',
      permissionTag: 'path:list',
      metaIcon: 'FlagOutlined',
    },
    { 'path:add': '新建培养方案', 'path:update': '修改培养方案', 'path:delete': '删除培养方案' },
  ),
  route('PathAdd', '新建培养方案', 'path/add', 'path/admin/PathEditPage', 'path:add'),
  route('PathUpdate', '修改培养方案', 'path/update/:id', 'path/admin/PathEditPage', 'path:update'),
  route('PathStat', '培养统计', 'path/stat/:id', 'path/admin/PathStatPage', 'path:stat'),
  page(
    {
      name: 'CourseFileList',
      metaTitle: '课件管理',
      path: 'file',
      component: 'course/admin/CourseFileListPage',
      permissionTag: 'course:file:list',
      metaIcon: 'FolderOutlined',
    },
    { 'course:file:add': '上传课件', 'course:file:update': '修改课件', 'course:file:delete': '删除课件' },
  ),
  page(
    {
      name: 'CourseTool',
      metaTitle: '外部工具链接',
      path: 'tool',
      component: 'integrate/admin/ToolLinkListPage',
      permissionTag: 'course:tool:list',
      metaIcon: 'LinkOutlined',
    },
    { 'course:tool:add': '新建外部工具链接', 'course:tool:update': '修改外部工具链接' },
  ),
  page(
    {
      name: 'CourseMatrix',
      metaTitle: '学习统计',
      path: 'stat',
      component: 'course/admin/CourseMatrixPage',
      permissionTag: 'course:stat',
      metaIcon: 'BarChartOutlined',
    },
    { 'course:remind': '提醒未学完的学员' },
  ),
  route('CourseStat', '课程学习概况', 'stat/:courseId', 'course/admin/CourseStatPage', 'course:stat'),
  route('CourseOverdue', '逾期未学完', 'stat/overdue', 'stat/admin/OverduePage', 'course:stat'),
  page(
    {
      name: 'LiveList',
      metaTitle: '直播管理',
      path: 'live',
      component: 'live/admin/LiveListPage',
      permissionTag: 'live:list',
      metaIcon: 'PlayCircleOutlined',
    },
    {
      'live:add': '新建直播',
      'live:update': '修改直播',
      'live:delete': '删除直播',
      'live:push': '进行直播',
      'live:export': '导出参加名单',
    },
  ),
  route('LiveAdd', '新建直播', 'live/add', 'live/admin/LiveEditPage', 'live:add'),
  route('LiveUpdate', '修改直播', 'live/update/:id', 'live/admin/LiveEditPage', 'live:update'),
  route('LiveRoom', '直播间', 'live/room/:id', 'live/admin/LiveRoomPage', 'live:list'),
  route('LiveAttendance', '参加名单', 'live/attendance/:id', 'live/admin/LiveAttendancePage', 'live:list'),
  page({
    name: 'CourseQuestionList',
    metaTitle: '课程问答',
    path: 'question',
    component: 'course/admin/CourseQuestionListPage',
    permissionTag: 'course:answer',
    metaIcon: 'MessageOutlined',
  }),
  page({
    name: 'CourseFaceList',
    metaTitle: '学习抓拍',
    path: 'face',
    component: 'course/admin/CourseFaceListPage',
    permissionTag: 'course:face:list',
    metaIcon: 'VideoCameraOutlined',
  }),
]
