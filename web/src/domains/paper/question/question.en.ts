import type { Catalogue, KeysOf } from '../../../kernel/i18n.ts'

export const questionEn = {
  '{{tag}} 对应 {{right}}': '{{tag}} is matched with {{right}}',
  '{{tag}} 未配对': '{{tag}} is not matched',
  不计分: 'Not counted',
  '先点左项，再点它对应的右项；再点一次取消': 'Click a left item, then its right item; click again to undo',
  可选项: 'Choices',
  右项: 'Right item',
  左项: 'Left item',
  已选: 'Your choice',
  '最多 {{most}} 字，超出的 {{lost}} 字没有保留':
    'At most {{most}} {{most, character/characters}}; the {{lost}} beyond that {{lost, was/were}} not kept',
  '本题已作废，不计入总分。': 'This question is void and does not count towards the total.',
  '本题已作废，所有考生均得满分。': 'This question is void; everybody gets full marks for it.',
  '本题答案已修正，成绩按修正后的答案计算。': 'The key of this question was corrected; the score follows the corrected key.',
  清除选择: 'Clear choice',
  '第 {{n}} 空': 'Blank {{n}}',
  '第 {{n}} 空：{{sentence}}': 'Blank {{n}}: {{sentence}}',
  答案已修正: 'Key corrected',
  '请为 {{tag}} 选择对应的右项': 'choose the item on the right for {{tag}}',
  请在此作答: 'Write your answer here',
  '选项 {{tag}} 的图片': 'Picture of option {{tag}}',
  '选项，可多选': 'Options, more than one may be chosen',
} satisfies Catalogue

declare module '../../../kernel/i18n.ts' {
  interface PageTexts extends KeysOf<typeof questionEn> {}
}
