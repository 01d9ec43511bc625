import type { Catalogue, KeysOf } from '../../kernel/i18n.ts'

export const pointsEn = {
  '修改“{{name}}”的积分规则': 'Edit the rule “{{name}}”',
  '同一人一天内由这条规则得到的最多积分，0 表示不限': 'The most points of this rule for one person on one day; 0 means no limit',
  '学习、考试和人工调整带来的积分变化会记在这里': 'Changes of points by learning, exams and adjustments are listed here',
  '学习、考试和活动得到的积分会记在这里。': 'Points from learning, exams and activities are listed here.',
  '所有积分规则都未启用：学员登录、学习和购买都不会得到积分。点“修改”启用需要的规则。':
    'All points rules are off: nothing is earned by signing in, learning or buying. Press “Edit” to turn on the rules that you need.',
  本人会在积分明细里看到: 'The person sees it in the points log',
  '正数增加，负数扣减；积分不会低于 0': 'Positive adds, negative deducts; a balance never falls below 0',
  '考试及格的奖励积分在每场考试的设置里填写。': 'The points for passing an exam are a setting of each exam.',
} satisfies Catalogue

declare module '../../kernel/i18n.ts' {
  interface PageTexts extends KeysOf<typeof pointsEn> {}
}
