import type { Catalogue, KeysOf } from '../../kernel/i18n.ts'

export const bookEn = {
  '“{{title}}” {{n}} 题': { one: '“{{title}}”: {{n}} question', other: '“{{title}}”: {{n}} questions' },
  '一次最多打印 {{n}} 题，请按题库或章节分次打印。':
    'At most {{n}} {{n, question is/questions are}} printed at once. Please print by bank or chapter.',
  '今天 {{n}} 题': { one: '{{n}} question today', other: '{{n}} questions today' },
  '今天已复习 {{n}} / {{total}} 题': '{{n}} of {{total}} {{total, question/questions}} reviewed today',
  全部考试: 'All exams',
  全部题型: 'All types',
  单独查看: 'Open on its own page',
  已移出错题本: 'Removed from the wrong-answer book',
  '所选范围（0）': 'Your choice (0)',
  打印答案和解析: 'Print answers and analyses',
  按题库复习: 'By bank',
  收起答案: 'Hide the answer',
  查看答案和解析: 'Show answer and analysis',
  '现在没有到期的错题，过些时候再来复习。': 'Nothing is due now; come back later.',
  '答错 {{n}} 次': { one: 'wrong once', other: 'wrong {{n}} times' },
  '答错的题隔一天再问，答对的隔得越来越久。': 'Wrong answers come back the next day, right ones after longer and longer breaks.',
  '考试和训练中答错的题会收在这里。': 'What you get wrong in exams and training is collected here.',
  返回错题本: 'Back to the wrong-answer book',
  '连续答对 {{n}}': '{{n}} right in a row',
  '连续答对 {{n}} 次后自动移出错题本': 'A question leaves the wrong-answer book after {{n}} right {{n, answer/answers in a row}}',
  '选择“{{title}}”': 'Choose “{{title}}”',
  '错题按作答时的试题显示，错题训练使用题库中现在的试题':
    'Questions are shown as you answered them; training uses the questions that the banks have now',
  '题库中已删除，不能训练': 'Deleted from the bank, cannot be trained',
} satisfies Catalogue

declare module '../../kernel/i18n.ts' {
  interface PageTexts extends KeysOf<typeof bookEn> {}
}
