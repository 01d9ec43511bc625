import type { Catalogue, KeysOf } from '../../kernel/i18n.ts'

export const paperEn = {
  及格: 'Passed',
  只看需要阅卷的试题: 'Only questions that need marking',
  回执号: 'Receipt no.',
  回执编号: 'Receipt no.',
  完成阅卷: 'Finish marking',
  '完成阅卷后成绩立即生效，确定完成吗？': 'The result counts as soon as marking is finished. Finish now?',
  导出PDF: 'Export PDF',
  导出成绩表: 'Export scores',
  已全部给分: 'Everything is scored',
  已答题数: 'Questions answered',
  异常: 'Problem',
  '得 {{gained}} / {{score}} 分': '{{gained}} of {{score}} {{score, point/points}}',
  我的成绩: 'My results',
  时间线: 'Timeline',
  暂存: 'Save for later',
  未答: 'Not answered',
  '本场考试实行双评，请从阅卷任务中评分': 'This exam is marked twice. Please mark from your queue',
  涉及答卷: 'Papers',
  '确实要删除选定的 {{n}} 份答卷吗？作答、照片和所得积分一并删除，不能恢复。':
    'Delete the {{n}} selected {{n, paper/papers}}? Answers, pictures and earned points go with {{n, it/them}}. This cannot be undone.',
  离线: 'Offline',
  空: 'Blank',
  考卷状态: 'Paper status',
  '考生交卷后，成绩会出现在这里': 'Scores appear here once papers are handed in',
  返回: 'Back',
  返回考试列表: 'Back to exams',
  '还有 {{n}} 题未给分': { one: '{{n}} question without a score', other: '{{n}} questions without a score' },
  '这份答卷已经阅完。': 'This paper is already marked.',
} satisfies Catalogue

declare module '../../kernel/i18n.ts' {
  interface PageTexts extends KeysOf<typeof paperEn> {}
}
