// What the assistant says, by key. English stands beside it in assist.texts.en.ts.
import { speaker } from '../kernel/message.ts'

export const assistTexts = {
  materialShort: '材料太短，请至少提供 20 个字',
  materialLong: '材料最多 {{max}} 个字，请分次出题',
  materialNone: '这个文件没有文字（可能是扫描件），请粘贴文字。',
  materialKind: '这种文件不能读出文字，请粘贴文字。',
  materialGone: '文件不存在，请重新上传',
  materialPages: '所选页没有文字',
  wantsEmpty: '请至少选择一种题型',
  wantsTwice: '同一题型请只写一次',
  wantsMany: '一次最多 {{max}} 题',
  runBusy: '您有一次智能出题还在进行，请等它完成',
  testRules: '按规则出题不连接模型，不需要测试。',
  testAnswered: '模型正常回答了 JSON（{{step}}），用时 {{seconds}} 秒。',
  testRetried: '第一次请求的方式不被支持，已改用 {{step}}，以后直接使用。',
  testThinks: '模型在思考后才回答，又慢又费额度。请在“关闭思考”中选择服务支持的方式。',
  testCut:
    '服务只读到了提示的后半部分：模型的实际上下文比配置的 {{tokens}} tokens 短。请调小“上下文长度”，或在服务端调大（Ollama 的 num_ctx）。',
  testWhole: '模型读到了完整的提示（约 {{tokens}} tokens）。',
  testUncounted: '服务没有返回用量，额度按字数估算。',
  troubleCut: '回答超过了最长输出，没有说完。请加大“最长输出”。',
  troubleThinking: '模型把额度用在思考上了，请在配置中关闭思考或加大最长输出',
  troubleQuota: '账户余额或额度不足。',
  troubleKey: '密钥无效，或没有使用这个模型的权限。',
  troubleBusy: '服务太忙，多次重试后仍被拒绝。',
  troubleDown: '服务没有响应，或返回的不是模型的回答。请检查接口地址。',
  troubleTimeout: '在超时时间内没有回答。',
  troubleTooLong: '回答太长，已放弃。',
  troubleUnusable: '模型没有按要求回答 JSON。',
  troubleFiltered: '内容被服务方拒绝。',
  troubleRefused: '服务不接受这样的请求。请检查模型名称、结构化输出和关闭思考的方式。',
  troubleSaid: '服务的原话：{{said}}',
  madeAlike: '与题库中“{{title}}”相似',
  madeAlikeRow: '与第 {{n}} 题相似',
  madeLongest: '正确选项明显比其他选项长',
  madeAll: '选项中有“以上都对”之类的说法',
  madeGiven: '题干中含有正确答案',
  madeNumbers: '答案中的数字不在引文中',
  madeSource: '出处：{{source}}',
} as const

export const say = speaker(assistTexts)
