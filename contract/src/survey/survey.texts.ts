// What the forms of surveys say, by key. English stands beside it in survey.texts.en.ts.
import { speaker } from '../kernel/message.ts'

export const surveyTexts = {
  surveyEmpty: '请至少添加一道题',
  surveyOptions: '第 {{n}} 题至少需要两个选项',
  surveyRows: '第 {{n}} 题至少需要一行',
  surveyKeys: '第 {{n}} 题有重复的编号',
  surveyMost: '第 {{n}} 题最多可选的项数超过了选项数',
  surveyConditionPlace: '第 {{n}} 题的显示条件应引用前面的题',
  surveyConditionValue: '第 {{n}} 题的显示条件引用了不存在的选项',
  surveyUnanswered: '请回答第 {{n}} 题',
  surveyRowsUnanswered: '请回答第 {{n}} 题的每一行',
  surveyWrong: '第 {{n}} 题的答案无效',
  surveyLong: '第 {{n}} 题最多 {{max}} 个字',
  surveyLocked: '问卷已有人填写，只能修改文字，不能增减题目和选项',
  surveyNameLocked: '问卷已有人填写，不能改变是否匿名',
  surveyRefGone: '所选课程、考试、直播或培养方案不存在',
} as const

export const say = speaker(surveyTexts)
