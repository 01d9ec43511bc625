import type { Catalogue, KeysOf } from '../../kernel/i18n.ts'

export const repoEn = {
  '{{n}}积分': { one: '{{n}} point', other: '{{n}} points' },
  '{{n}}题': { one: '{{n}} question', other: '{{n}} questions' },
  '{{title}}的章节': 'Chapters of {{title}}',
  '“{{title}}”的新小节': 'New section of {{title}}',
  '也可以用积分兑换；两者填一个即可，都为 0 时免费': 'Points may pay as well; either will do, and with both 0 it is free',
  '修改{{title}}': 'Edit {{title}}',
  '关闭后，本题库的试题和答案不发送给智能助手，也不能用它出题':
    'Off: questions and answers of this bank are not sent to the assistant, and it makes no questions for it',
  '在“{{title}}”中添加小节': 'Add a section to {{title}}',
  学员可以用这个题库练习: 'Learners can train with this bank',
  '学员的题库列表中显示，建议 16:9': 'Shown in the learners’ list of banks; 16:9 looks best',
  '新小节名称，回车添加': 'New section name, Enter to add',
  新章节名称: 'New chapter name',
  '新章节名称，回车添加': 'New chapter name, Enter to add',
  '每天这些时段学员可以训练，不填则随时可以': 'Learners can train at these hours of every day. Empty: at any time',
  '没有上级，是一章': 'None, it is a chapter',
  添加小节: 'Add a section',
  章节已修改: 'Chapter changed',
  章节已添加: 'Chapter added',
  '章节用来给试题分类，组卷时可以按章节抽题': 'Chapters sort the questions; papers can draw from single chapters',
  组卷时可以从这个题库选题和抽题: 'Papers can take questions from this bank',
  编辑题库: 'Edit bank',
  '训练这个题库的价格，0 为免费': 'What training on this bank costs; 0 is free',
  请填写章节名称: 'Please enter the chapter name',
  请选择题库: 'Please choose a question bank',
  '题库保存成功！': 'Bank saved!',
  '题库存放试题，组卷和训练都从题库取题': 'Banks hold the questions that papers and training draw from',
} satisfies Catalogue

declare module '../../kernel/i18n.ts' {
  interface PageTexts extends KeysOf<typeof repoEn> {}
}
