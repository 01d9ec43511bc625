import type { Catalogue, KeysOf } from '../../kernel/i18n.ts'

export const tmplEn = {
  '{{quCount}}题，{{score}}分': 'Questions: {{quCount}}, points: {{score}}',
  '{{title}}试卷': 'Paper of {{title}}',
  '例如 会计专业技术资格考试': 'e.g. Qualification exam of accountants',
  '例如 前厅服务月度考试': 'e.g. Monthly exam of the front office',
  '例如 感染防控季度考核': 'e.g. Quarterly exam in infection control',
  '例如 新员工入职考试': 'e.g. Exam for new employees',
  '例如 消防安全月度考试': 'e.g. Monthly fire safety exam',
  '例如 第一学期期中考试': 'e.g. Mid-term exam, first term',
  保存并发布: 'Save and publish',
  保存并转为草稿: 'Save and turn into a draft',
  保存草稿: 'Save draft',
  创建考试: 'Create exam',
  '删除第{{n}}大题': 'Delete section {{n}}',
  '删除第{{n}}行': 'Delete row {{n}}',
  发布: 'Publish',
  发布并创建考试: 'Publish and create an exam',
  存量: 'In stock',
  '差{{n}}题': '{{n}} short',
  '已有考生使用本模板作答，模板不能再修改。保存时会另存为一个新模板。':
    'Candidates have sat papers from this template, so it can no longer change. Saving makes a new template.',
  应用到全部: 'Apply to all',
  '总分为{{score}}分，每题分数没有合适的取值使其恰为{{points}}分': 'The total is {{score}}: no points per question make exactly {{points}}',
  总分改为: 'New total',
  折算: 'Scale',
  折算总分: 'Scale points',
  按原分数比例: 'In proportion to the points now',
  '模板规定一份试卷有哪些大题、从哪里取题、每题几分':
    'A template says which sections a paper has, where its questions come from and what they score',
  每题分数相同: 'The same points for every question',
  添加一行: 'Add row',
  添加大题: 'Add section',
  '移除第{{n}}题': 'Remove question {{n}}',
  '第{{n}}大题的名称': 'Title of section {{n}}',
  '第{{n}}大题的组题方式': 'How section {{n}} picks its questions',
  '第{{n}}行的{{title}}': '{{title}} of row {{n}}',
  '第{{n}}题的分数': 'Points of question {{n}}',
  '红色的行题库存量不足，可以保存草稿，补足后才能发布':
    'Red rows ask for more questions than the bank has. You can save a draft now and publish when the bank is filled up',
  统一分数: 'Same points for all',
  草稿已保存: 'Draft saved',
  试卷模板已发布: 'Paper template published',
  '试题乱序（大题内每人顺序不同）': 'Shuffle questions (within a section, differently for everybody)',
  请选择试卷模板: 'Please choose a paper template',
  '还没有试题，从题库中选择': 'No questions yet, choose them from the banks',
  '选项乱序（固定位置的选项除外）': 'Shuffle options (except pinned ones)',
  '预览第{{n}}题': 'Preview question {{n}}',
  '题库里只有{{stock}}题，还差{{n}}题': 'Only {{stock}} in the bank, {{n}} more needed',
} satisfies Catalogue

declare module '../../kernel/i18n.ts' {
  interface PageTexts extends KeysOf<typeof tmplEn> {}
}
