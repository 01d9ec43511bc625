// What is wrong with an input, by key. English stands beside it in course.texts.en.ts.
import { speaker } from '../kernel/message.ts'

export const courseTexts = {
  courseFilesUnchosen: '请勾选课件',
  courseFilesTooMany: '课件最多500个',
  courseFileTwice: '同一个课件只能选一次',
  courseFileRequired: '至少要有一个必学课件',
  courseFileEmpty: '请上传课件文件',
  deadlineTooEarly: '截止时间要晚于开始时间',
  deadlineTooLate: '截止时间不能晚于结束时间',
  stopTwice: '同一时间只能有一道插题',
  stopsTooMany: '一个课件最多50道插题',
  captionLanguage: '语言代码应写作 zh、en 或 zh-Hant',
  captionTooLong: '字幕文件过大',
  rateStars: '请选择1到5星',
  workMarkersTooMany: '批改人最多50名',
  workLinesTooMany: '评分点最多50个',
  workAttachmentsTooMany: '附件最多10个',
  workNoScore: '满分要大于0',
  workPassBeyond: '及格分不能高于满分',
  workTakesNothing: '文字和文件至少要收一种',
  workLineTwice: '评分点重复',
  workFilesTooMany: '文件最多10个',
  roomTeachersTooMany: '讲师最多20名',
  roomEnrolTooLate: '报名截止不能晚于开始时间',
  roomPeopleTooMany: '一次最多登记500人',
  extendNobody: '请勾选要延期的学员',
  speedsUnchosen: '请至少选择一个倍速',
} as const

export const say = speaker(courseTexts)
