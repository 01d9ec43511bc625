import type { Catalogue, KeysOf } from '../../kernel/i18n.ts'

export const assistEn = {
  '下一步：逐题核对': 'Next: check each question',
  '事实（只发送名称，内容由系统填入）': 'Facts (only their names are sent; the contents are put in here)',
  从第几页: 'From page',
  '共 {{n}} 字': '{{n}} {{n, character/characters}}',
  '共 {{n}} 题；今天还可以用 {{left}} tokens': '{{n}} {{n, question/questions}}; {{left}} {{left, token/tokens}} left today',
  再出一次: 'Once more',
  '写几个要点，例如：下周消防演练，全员参加，当班人员留岗':
    'Some points, such as: fire drill next week, everybody takes part, who is on duty stays',
  写草稿: 'Write the draft',
  出题进度: 'Progress',
  到第几页: 'To page',
  '发送公告的要点、语气和事实的名称。事实的内容（时间、地点等）不发送，由系统填入草稿。':
    'Sends the points, the tone and the names of the facts. Their contents (times, places) are not sent; they are put into the draft here.',
  '发送和返回的内容保存在“智能助手记录”，到期删除': 'What was sent and answered is kept in the assistant log, and deleted after that time',
  '发送所选材料的文字。不发送姓名、账号和答卷，证件号、手机号、邮箱和卡号会先隐去。':
    'Sends the text of the chosen material. Names, accounts and papers are not sent; identity numbers, mobiles, e-mail addresses and card numbers are taken out first.',
  取消出题: 'Stop',
  地点: 'Place',
  '将发送到 {{host}}': 'Will be sent to {{host}}',
  '已取消，没有生成试题': 'Stopped: no questions were made',
  '已生成 {{n}} 题': { one: '{{n}} question made', other: '{{n}} questions made' },
  '已生成 {{n}} 题，另有 {{lost}} 题未通过检查：{{why}}': '{{n}} {{n, question/questions}} made; {{lost}} did not pass the checks: {{why}}',
  开始出题: 'Make questions now',
  '所有人合计，0 表示不限': 'Of everybody together, 0 for no limit',
  '把讲义、制度或操作规程的文字粘贴到这里': 'Paste the text of a handout, a rule or an instruction here',
  '智能助手写的都是草稿：不会自己进入题库，也不会给出成绩。默认全部关闭。':
    'What the assistant writes are drafts: nothing enters a bank by itself, and it never gives a mark. Everything is off at first.',
  智能起草: 'Draft by the assistant',
  智能起草公告: 'Draft a notice by the assistant',
  服务的原话: 'In the words of the service',
  材料来源: 'Kind of material',
  '正在根据《{{title}}》出题，可以关闭这个窗口，完成后在“待确认的导入”中核对。':
    'Making questions of “{{title}}”. You may close this window: the questions wait in the list of imports to be checked.',
  正在读取文字: 'Reading the text',
  '每位后台人员每天最多使用的 tokens，0 表示不限；1 道题约 500 tokens':
    'Tokens that each person of the back office can use in a day, 0 for no limit; a question takes about 500',
  每次发送给模型的内容都会记在这里: 'Everything that is sent to a model is recorded here',
  没有生成试题: 'No questions were made',
  测试使用中的服务商: 'Test the provider in use',
  测试结果: 'Result of the test',
  添加事实: 'Add fact',
  用量: 'Tokens used',
  '移除第 {{n}} 个事实': 'Remove fact {{n}}',
  '第 {{n}} 个事实的内容': 'Content of fact {{n}}',
  '第 {{n}} 个事实的名称': 'Name of fact {{n}}',
  粘贴材料: 'Paste a text',
  '补充要求，例如：侧重温度和时间，给新员工用': 'Further wishes, such as: temperatures and times above all, for newcomers',
  设置服务商: 'Set up the provider',
  请先选择或粘贴材料: 'Please choose or paste a material first',
  请填写公告要点: 'Please write some points first',
  '请核对草稿中的数字：{{numbers}}': 'Check these numbers of the draft: {{numbers}}',
  请至少选择一种题型: 'Please choose a question type',
  '输入 {{a}}，输出 {{b}} tokens': 'Tokens: {{a}} in, {{b}} out',
  '这次测试用了 {{n}} tokens': 'This test took {{n}} {{n, token/tokens}}',
  选择公告: 'Choose a notice',
  '选择课件（PDF、Word、PPT、文本和字幕）': 'Choose a course file (PDF, Word, PowerPoint, text, captions)',
  页: 'pages',
  页至: 'to',
  题型和题数: 'Types and numbers of questions',
  额度和记录: 'Limits and records',
  '（估算）': '(estimated)',
} satisfies Catalogue

declare module '../../kernel/i18n.ts' {
  interface PageTexts extends KeysOf<typeof assistEn> {}
}
