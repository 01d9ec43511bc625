import type { Catalogue, KeysOf } from '../../../kernel/i18n.ts'

export const fixEn = {
  '{{n}} 份答卷还在作答，交卷后按修正后的规则计分':
    '{{n}} {{n, paper is still open; it is/papers are still open; they are}} marked with the correction once handed in',
  '{{n}} 份答卷重新计分，{{m}} 份分数有变': '{{n}} {{n, paper/papers}} marked again, {{m}} {{m, score/scores}} changed',
  '{{n}} 处人工评分不再计入，恢复后仍可使用':
    '{{n}} {{n, mark given by a person no longer counts; it returns/marks given by people no longer count; they return}} when the question is restored',
  '{{n}} 处人工评分保持不变': '{{n}} {{n, mark given by a person stays as it is/marks given by people stay as they are}}',
  '{{n}} 处人工评分将被新答案取代': '{{n}} {{n, mark given by a person gives/marks given by people give}} way to the new key',
  不及格: 'Failed',
  人工评分: 'Marked by hand',
  人工评分也按新答案重新计分: 'Marks given by people follow the new key as well',
  保持原规则: 'Keep the rule',
  修正试题: 'Correct a question',
  分数上升: 'Scores rise',
  分数下降: 'Scores fall',
  变为不及格: 'Now failed',
  变为及格: 'Now passed',
  同一场考试的作废试题只能采用同一种处理方式: 'All void questions of an exam must be treated the same way',
  '同时修改题库中的试题（生成新版本）': 'Change the question in the bank too (a new version)',
  多个答案一行一个: 'One alternative on each line',
  完成: 'Done',
  少选不得分: 'Incomplete answers score nothing',
  少选得一半: 'Incomplete answers score half',
  少选按比例得分: 'Incomplete answers score their share',
  少选计分: 'Incomplete answers',
  '左侧项{{tag}}的配对': 'Partner of left item {{tag}}',
  '已处理 {{n}} 份答卷': '{{n}} {{n, paper/papers}} done',
  已完成修正: 'The correction is complete',
  '所有考生本题都得满分，没有作答的也一样': 'Everybody gets full marks for this question, answered or not',
  按出卷时的答案重新计分: 'Marked again with the key as it was drawn',
  '本题不再计分，总分减少，及格分按比例折算': 'The question no longer counts; the total shrinks and the pass line is scaled',
  '本题在考试期间改过，考生看到的有 {{n}} 个版本，请核对选项':
    'The question was edited during the exam and was asked in {{n}} {{n, version/versions}}; check its options',
  正在重新计分: 'Marking again',
  确认修正: 'Commit the correction',
  '简答题由人工评分，不能修正答案': 'Short answers are marked by people and have no key to correct',
  '该试题没有修正过，无需恢复': 'The question has not been corrected; there is nothing to restore',
  请填写修正原因: 'Enter a reason',
  返回修改: 'Back',
  选择其中任何一项都得满分: 'Any of these earns full marks',
  '选项{{tag}}': 'Option {{tag}}',
  错选抵扣: 'Wrong picks take points off',
  预览影响: 'Preview',
} satisfies Catalogue

declare module '../../../kernel/i18n.ts' {
  interface PageTexts extends KeysOf<typeof fixEn> {}
}
