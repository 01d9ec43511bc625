// Menus of 考试 and 题库 in the back office.
import { page, route, type SeedMenu } from './menu-shape.ts'

export const examMenus: SeedMenu[] = [
  page(
    {
      name: 'ExamList',
      metaTitle: '考试管理',
      path: 'list',
      component: 'exam/admin/ExamListPage',
      permissionTag: 'exam:list',
      metaIcon: 'ScheduleOutlined',
    },
    {
      'exam:add': '新建考试',
      'exam:update': '修改考试',
      'exam:delete': '删除考试',
      'exam:similar': '查看相似作答',
      'exam:similar:run': '计算相似作答',
    },
  ),
  route('ExamAdd', '新建考试', 'add/:tmplId', 'exam/admin/ExamEditPage', 'exam:add'),
  route('ExamUpdate', '修改考试', 'update/:id', 'exam/admin/ExamEditPage', 'exam:update'),
  route('ExamView', '考试概况', 'view/:id', 'stat/admin/ExamViewPage', 'exam:list'),
  route('ExamStat', '考试统计', 'stat/:examId', 'stat/admin/ExamStatPage', 'exam:stat'),
  // reached from a learning platform (LTI)
  route('ExamLtiSelect', '为学习平台选择内容', 'lti-select', 'integrate/admin/LtiSelectPage', 'integrate:lti:select'),
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
  route('TmplPreview', '试卷预览', 'tmpl/preview/:id', 'paper/admin/TmplPreviewPage', 'qu:list'),
  route('TmplUpdate', '修改模板', 'tmpl/update/:id', 'tmpl/admin/TmplEditPage', 'tmpl:update'),
  page({
    name: 'ExamWatchList',
    metaTitle: '考试监控',
    path: 'watch',
    component: 'exam/admin/ExamWatchListPage',
    permissionTag: 'exam:watch',
    metaIcon: 'EyeOutlined',
  }),
  page(
    {
      name: 'ExamApplyList',
      metaTitle: '考试申请',
      path: 'apply',
      component: 'exam/admin/ExamApplyListPage',
      permissionTag: 'exam:apply:list',
      metaIcon: 'AuditOutlined',
    },
    { 'exam:apply:audit': '审核考试申请', 'exam:apply:delete': '删除考试申请' },
  ),
  route('ExamWatchDetail', '监控详情', 'watch/detail', 'exam/admin/ExamWatchDetailPage', 'exam:watch'),
  // the same page for users who watch only exams of their own
  route('ExamWatchOwn', '监控详情', 'watch/own', 'exam/admin/ExamWatchDetailPage', 'exam:invigilate'),
  page(
    {
      name: 'ReviewPaperList',
      metaTitle: '阅卷',
      path: 'review',
      component: 'paper/admin/ReviewPaperListPage',
      permissionTag: 'paper:review',
      metaIcon: 'HighlightOutlined',
    },
    { 'assist:mark': '阅卷建议' },
  ),
  page(
    {
      name: 'EvidenceList',
      metaTitle: '录像复核',
      path: 'evidence',
      component: 'paper/admin/EvidenceListPage',
      permissionTag: 'paper:evidence',
      metaIcon: 'VideoCameraOutlined',
    },
    {
      'paper:evidence:mark': '标记录像',
      'paper:evidence:verdict': '复核录像',
      'paper:evidence:export': '导出录像',
      'paper:evidence:audit': '查看录像的查看记录',
    },
  ),
  route('EvidenceReplay', '查看录像', 'evidence/:paperId', 'paper/admin/EvidenceReplayPage', 'paper:evidence'),
  // the same page for those who watch the exam
  route('EvidenceWatch', '查看录像', 'watch/replay/:paperId', 'paper/admin/EvidenceReplayPage', 'exam:watch'),
  route('EvidenceOwn', '查看录像', 'watch/own-replay/:paperId', 'paper/admin/EvidenceReplayPage', 'exam:invigilate'),
  route('ReviewExam', '考试阅卷', 'review/exam/:examId', 'paper/admin/ReviewExamPage', 'paper:review'),
  // the same page for users who allot tasks but do not mark
  route('ReviewAllot', '阅卷分配', 'review/allot/:examId', 'paper/admin/ReviewExamPage', 'paper:update'),
  route('ReviewTask', '逐份评分', 'review/exam/:examId/mark', 'paper/admin/ReviewTaskPage', 'paper:review'),
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
    { 'paper:update': '处理答卷', 'paper:delete': '删除答卷', 'paper:export': '导出答卷' },
  ),
  page(
    {
      name: 'BattleList',
      metaTitle: '对战',
      path: 'battle',
      component: 'battle/admin/BattleListPage',
      permissionTag: 'battle:list',
      metaIcon: 'ThunderboltOutlined',
    },
    { 'battle:delete': '删除对战' },
  ),
  page(
    {
      name: 'ActivityList',
      metaTitle: '活动',
      path: 'activity',
      component: 'activity/admin/ActivityListPage',
      permissionTag: 'activity:list',
      metaIcon: 'TrophyOutlined',
    },
    {
      'activity:add': '新建活动',
      'activity:update': '修改活动',
      'activity:delete': '删除活动',
      'activity:export': '导出活动成绩',
    },
  ),
  route('ActivityAdd', '新建活动', 'activity/add', 'activity/admin/ActivityEditPage', 'activity:add'),
  route('ActivityUpdate', '修改活动', 'activity/update/:id', 'activity/admin/ActivityEditPage', 'activity:update'),
  route('ActivityRank', '活动成绩', 'activity/rank/:id', 'activity/admin/ActivityRankPage', 'activity:list'),
  route('ShowExam', '答卷详情', 'paper/:id', 'paper/admin/ShowExamPage', 'paper:list'),
]

export const repoMenus: SeedMenu[] = [
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
    {
      'qu:add': '新建试题',
      'qu:update': '修改试题',
      'qu:delete': '删除试题',
      'qu:import': '导入试题',
      'qu:export': '导出试题',
      'assist:questions': '智能出题',
      'assist:improve': '智能改题',
    },
  ),
  route('QuAdd', '新建试题', 'qu/add', 'qu/admin/QuEditPage', 'qu:add'),
  route('QuUpdate', '修改试题', 'qu/update/:id', 'qu/admin/QuEditPage', 'qu:update'),
  route('QuImport', '导入试题', 'qu/import/:id', 'qu/admin/QuImportPage', 'qu:import'),
  page({
    name: 'TrainList',
    metaTitle: '训练记录',
    path: 'train',
    component: 'train/admin/TrainListPage',
    permissionTag: 'repo:train:list',
    metaIcon: 'HistoryOutlined',
  }),
  route('TrainStat', '训练概况', 'stat/:repoId', 'train/admin/TrainStatPage', 'repo:train:list'),
  page({
    name: 'QuReport',
    metaTitle: '试题纠错',
    path: 'report',
    component: 'qu/admin/QuReportPage',
    permissionTag: 'qu:list',
    metaIcon: 'QuestionCircleOutlined',
  }),
]
