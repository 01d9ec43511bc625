// The totals of the start page; a domain adds its own when the server starts (server: site/config/total.service.ts).
export const totalTitles = {
  examCount: '考试',
  tmplCount: '试卷模板',
  battleCount: '对战',
  courseCount: '课程',
  fileCount: '课件',
  repoCount: '题库',
  quCount: '试题',
  userCount: '用户',
  grantCount: '已发证书',
  courseOrderCount: '课程订单',
} as const
export type TotalName = keyof typeof totalTitles
