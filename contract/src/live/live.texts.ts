// What the forms of live rooms say, by key. English stands beside it in live.texts.en.ts.
import { speaker } from '../kernel/message.ts'

export const liveTexts = {
  liveCourseGone: '课程不存在',
  liveFixed: '直播开始后不能修改',
  liveLong: '一场直播最长 12 小时',
  liveTeacherGone: '主讲人不存在',
  liveServiceUnset: '请先在“直播配置”中设置并启用阿里云直播',
  liveReplayLocal: '本机直播的回放由服务器生成',
} as const

export const say = speaker(liveTexts)
