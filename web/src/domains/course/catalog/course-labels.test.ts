// Filters of the course list in the address, and labels of files and lengths.
import { CourseFileType } from '@shuyuan/contract/course/file/file.ts'
import { expect, test } from 'vitest'
import {
  addressOf,
  byChapter,
  clockText,
  type CourseDetail,
  type CourseRow,
  daysText,
  fileAfter,
  type LearnItem,
  lengthText,
  savedName,
  courseToContinue,
  windowText,
  withProgress,
} from './course-labels.ts'
import { readFilter } from './useCourseFilter.ts'

const read = (text: string) => readFilter(new URLSearchParams(text))
const file = (fileId: string, over: Partial<LearnItem> = {}): LearnItem => ({
  fileId,
  chapter: '',
  required: true,
  title: `课件${fileId}`,
  fileType: CourseFileType.pdf,
  fileType_dictText: 'PDF 文档',
  duration: 0,
  fileSize: 1,
  needSec: 0,
  learnSec: 0,
  process: 0,
  finished: false,
  locked: false,
  openTime: null,
  dueTime: null,
  overdue: false,
  viewUrl: '/files/view.pdf',
  fileUrl: '/files/own.pdf',
  posterUrl: '',
  captions: [],
  ...over,
})

test('a filter is read from the address', () => {
  expect(read('title=+消防+&learned=going&catId=10&page=3')).toEqual({ title: '消防', learned: 'going', catId: '10', current: 3 })
})

test.each(['', 'learned=toString&page=0', 'learned=&page=-1', 'page=1e9'])('what makes no sense is left out: %j', (text) => {
  expect(read(text)).toEqual({ title: '', catId: '', learned: undefined, current: 1 })
})

test('a PDF is opened by its view address, a video by its file address', () => {
  expect(addressOf(file('1'))).toBe('/files/view.pdf')
  expect(addressOf(file('1', { viewUrl: '' }))).toBe('/files/own.pdf')
  expect(addressOf(file('1', { fileType: CourseFileType.video }))).toBe('/files/own.pdf')
})

test('a downloaded file is named by its title with the extension of the stored file', () => {
  expect(savedName('客房自查表', '/files/202611/3a10.xlsx')).toBe('客房自查表.xlsx')
  expect(savedName('自查表.XLSX', 'https://oss.example.com/a.xlsx?x-sign=b.c')).toBe('自查表.XLSX')
  expect(savedName('须知', '/files/nameless')).toBe('须知')
})

test('seconds as a clock and as text', () => {
  expect([0, 59.9, 185, 3_723].map(clockText)).toEqual(['0:00', '0:59', '3:05', '1:02:03'])
  expect([40, 720, 3_600, 3_900].map(lengthText)).toEqual(['40 秒', '12 分钟', '1 小时', '1 小时 5 分钟'])
})

test('the text of a window names its bounds', () => {
  const [start, end] = ['2026-01-01 09:00:00', '2026-02-01 18:00:00']
  expect(windowText({ startTime: null, endTime: null, dueTime: null, deadlineDays: 30, learned: 'none' })).toBe('开始后 30 天内学完')
  expect(windowText({ startTime: null, endTime: null })).toBe('长期有效')
  expect(windowText({ startTime: start, endTime: end })).toBe('2026-01-01 09:00 – 2026-02-01 18:00')
  expect(daysText({ startTime: start, endTime: null })).toBe('2026-01-01 起')
  expect(windowText({ startTime: null, endTime: null, dueTime: end, learned: 'going' })).toBe('')
  expect(windowText({ startTime: null, endTime: null, dueTime: end, learned: 'finished' })).toBe('长期有效')
})

test('the course to continue is the first that may be learnt now', () => {
  const free: CourseRow = {
    id: '4',
    title: '',
    cover: '',
    catId: '',
    catId_dictText: '',
    required: true,
    startTime: null,
    endTime: null,
    price: '0.00',
    costPoints: 0,
    fileCount: 1,
    duration: 0,
    phase: 'open',
    learned: 'none',
    process: 0,
    finishTime: null,
    lastTime: null,
    dueTime: null,
    overdue: false,
    rateMean: 0,
    rateCount: 0,
  }
  const row = (id: string, over: Partial<CourseRow>): CourseRow => ({ ...free, id, ...over })
  const waiting = row('1', { phase: 'waiting' })
  const priced = row('2', { price: '9.90' })
  const finished = row('3', { learned: 'finished' })
  expect(courseToContinue([waiting, priced, finished, free])?.id).toBe('4')
  expect(courseToContinue([row('5', { price: '9.90', learned: 'going' }), free])?.id).toBe('5')
  expect(courseToContinue([waiting, priced, finished, row('6', { phase: 'closed', learned: 'going' })])).toBeUndefined()
})

test('files are grouped by chapter, in order', () => {
  const files = [file('1', { chapter: '一' }), file('2', { chapter: '一' }), file('3'), file('4', { chapter: '一' })]
  expect(byChapter(files).map((one) => [one.chapter, one.files.length])).toEqual([
    ['一', 2],
    ['', 1],
    ['一', 1],
  ])
})

test('the next file is the next open unfinished one, otherwise the next open one', () => {
  const files = [file('1'), file('2', { finished: true }), file('3', { locked: true }), file('4')]
  expect(fileAfter(files, '1')?.fileId).toBe('4')
  expect(fileAfter(files.slice(0, 3), '1')?.fileId).toBe('2')
  expect(fileAfter(files, '4')).toBeUndefined()
  expect(fileAfter(files, '9')).toBeUndefined()
})

test('progress of a required file changes the progress of the course', () => {
  const files = [file('1'), file('2', { process: 33 }), file('3', { required: false })]
  const course = { learned: 'going', process: 16, files } as CourseDetail
  const after = withProgress(course, '1', { process: 50 })
  expect([after.process, after.files[0]?.process]).toEqual([41, 50])
  expect(withProgress(course, '3', { process: 80 }).process).toBe(16)
  expect(withProgress({ ...course, learned: 'finished' }, '1', { process: 50 }).process).toBe(100)
})
