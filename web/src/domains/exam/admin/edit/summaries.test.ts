import { examDefaults } from '@shuyuan/contract/exam/exam-defaults.ts'
import { expect, test } from 'vitest'
import { summaries } from './summaries.ts'

test('a new exam says its plain values', () => {
  expect(summaries.rules(examDefaults)).toBe('考 1 次，结束前都可进入，随时可交卷，无说明')
  expect(summaries.entry(examDefaults)).toBe('人脸核验关闭，免费，无前置条件，考试期间关闭训练开启')
  expect(summaries.room(examDefaults)).toBe('切屏不计，全屏关闭，不抓拍，水印关闭')
  expect(summaries.marking(examDefaults)).toBe('单评，步长 0.5分，粘贴关闭')
  expect(summaries.result({ ...examDefaults, endTime: '2026-12-01 18:00:00' })).toBe('成绩阅卷完成后，答案考试结束后，排名关闭')
  expect(summaries.result(examDefaults)).toBe('成绩阅卷完成后，答案不公布（考试没有结束时间），排名关闭')
})

test('what is switched on is named with its limit', () => {
  const strict = { ...examDefaults, leaveWatch: true, leaveLimit: 3, captureMinutes: 5, seb: 'required' as const, watermark: true }
  expect(summaries.room(strict)).toBe('切屏 3 次收卷，全屏关闭，每 5 分钟抓拍，水印开启，安全考试浏览器')
  expect(summaries.rules({ ...examDefaults, tries: 0, lateMinutes: 15, earliestMinutes: 30, remark: '<p>请</p>' })).toBe(
    '不限次数，迟到 15 分钟内可进入，30 分钟后可交卷，有说明',
  )
  expect(summaries.entry({ ...examDefaults, offline: true })).toBe('线下考试')
})

test('a form that is not filled yet has its lines as well', () => {
  expect(Object.values(summaries).map((say) => say({}).length > 0)).toEqual([true, true, true, true, true])
})
