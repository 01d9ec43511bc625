// What a site is. It chooses words and first examples (docs/decisions/0191).
export const siteKinds = {
  none: '其他单位',
  company: '企业',
  school: '学校',
  hotel: '酒店',
  hospital: '医院',
  examiner: '考试机构',
} as const
export type SiteKind = keyof typeof siteKinds
