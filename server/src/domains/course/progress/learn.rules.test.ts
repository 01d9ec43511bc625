import { CourseFileType } from '@shuyuan/contract/course/file/file.ts'
import { CourseState } from '@shuyuan/contract/course/catalog/course.ts'
import { describe, expect, test } from 'vitest'
import {
  countedSec,
  isCourseDone,
  isFinished,
  lockedOf,
  needSecOf,
  nextOf,
  phaseOf,
  positionOf,
  processOf,
  reasonsOf,
  refusalOf,
  toldOf,
} from './learn.rules.ts'

const at = (seconds: number) => new Date(Date.UTC(2026, 10, 21, 8) + seconds * 1_000)
const file = (fileType: number, more: { duration?: number; minSec?: number; learnSec?: number } = {}) => ({
  fileType,
  duration: 0,
  minSec: 0,
  learnSec: 0,
  ...more,
})

describe('required seconds of a file', () => {
  test.each([
    ['a video: nine tenths, rounded up', file(CourseFileType.video, { duration: 601 }), 541],
    ['no more than nine tenths where that is whole', file(CourseFileType.video, { duration: 70 }), 63],
    ['sound like a picture', file(CourseFileType.audio, { duration: 10, minSec: 900 }), 9],
    ['a video of unknown length: the least time', file(CourseFileType.video, { minSec: 30 }), 30],
    ['a document: the least time, whatever length it claims', file(CourseFileType.pdf, { duration: 600, minSec: 120 }), 120],
    ['nothing is set: opening it', file(CourseFileType.other), 0],
  ])('%s', (_name, one, needSec) => expect(needSecOf(one)).toBe(needSec))
})

describe('counted seconds of a report', () => {
  test.each([
    ['what was learnt', 10, 10, 10],
    ['no more than has passed, and two seconds', 86_400, 10, 12],
    ['rounded, so that 9.98 s are no loss', 9.98, 10, 10],
    ['nothing where nothing was learnt', 0, 500, 0],
    ['not a second more than it says', 7, 3_600, 7],
    ['nothing for a clock that went back', 10, -60, 0],
  ])('%s', (_name, learnSec, passed, counted) => expect(countedSec(learnSec, at(0), at(passed)).counted).toBe(counted))

  test('the slack is granted once: reports in quick succession count the elapsed time and two seconds in total', () => {
    let [seen, sum] = [at(0), 0]
    for (let now = 0; now <= 60; now += 0.5) {
      const worth = countedSec(86_400, seen, at(now))
      seen = worth.seen
      sum += worth.counted
    }
    expect(sum).toBe(62)
  })

  test('time without a report does not count after the next report', () => {
    const { seen } = countedSec(1, at(0), at(100))
    expect(seen).toEqual(at(100))
    expect(countedSec(50, seen, at(101)).counted).toBe(3)
  })
})

describe('a file is finished', () => {
  test.each([
    ['at nine tenths', file(CourseFileType.video, { duration: 100, learnSec: 90 }), 'save', true],
    ['not a second before', file(CourseFileType.video, { duration: 100, learnSec: 89 }), 'save', false],
    ['not by its end, to which one may drag', file(CourseFileType.video, { duration: 100, learnSec: 89 }), 'fix', false],
    ['not by the end of a document that has its time', file(CourseFileType.pdf, { minSec: 60, learnSec: 59 }), 'fix', false],
    ['after its time', file(CourseFileType.pdf, { minSec: 60, learnSec: 60 }), 'save', true],
    ['when a file to be fetched is opened', file(CourseFileType.other), 'load', true],
    ['not when it has its time', file(CourseFileType.other, { minSec: 5 }), 'load', false],
    ['not when a page is only opened', file(CourseFileType.pdf), 'load', false],
    ['when the page says that it is read', file(CourseFileType.pdf), 'save', true],
    ['not by watching a video of unknown length', file(CourseFileType.video, { learnSec: 900 }), 'save', false],
    ['but at its end', file(CourseFileType.video), 'fix', true],
  ] as const)('%s', (_name, one, occasion, finished) => expect(isFinished(one, occasion)).toBe(finished))

  test.each([
    ['what is new, at the fastest speed', { learnSec: 10, played: [{ from: 5, to: 25.2 }] }, [{ from: 10, to: 25 }], 10, 2],
    ['each second once', { learnSec: 4, played: [{ from: 0, to: 10 }] }, [], 4, 2],
    ['not what was skipped', { learnSec: 2, played: [{ from: 90, to: 250 }] }, [{ from: 90, to: 100 }], 5, 2],
    ['the first that are missing, where the page does not say', { learnSec: 4, played: undefined }, [{ from: 10, to: 14 }], 4, 1],
  ] as const)('a report tells of a film %s', (_name, told, fresh, clockSec, speed) => {
    const film = { ...file(CourseFileType.video, { duration: 100 }), covered: [{ from: 0, to: 10 }], fastest: 2 }
    expect(toldOf(film, told)).toEqual({ fresh, clockSec, speed })
  })

  test.each([
    [{ learnSec: 50, needSec: 101, finished: false }, 49],
    [{ learnSec: 500, needSec: 101, finished: false }, 99],
    [{ learnSec: 0, needSec: 0, finished: false }, 0],
    [{ learnSec: 1, needSec: 500, finished: true }, 100],
  ])('%o: %i percent', (how, percent) => expect(processOf(how)).toBe(percent))
})

test('a position stays within the file, and where jumping is forbidden within what was learnt', () => {
  const video = { ...file(CourseFileType.video, { duration: 600, learnSec: 50 }), fastest: 1 }
  expect(positionOf(599.9, video, true)).toBe(599)
  expect(positionOf(1_000_000, video, true)).toBe(600)
  expect(positionOf(1_000_000, video, false)).toBe(52)
  expect(positionOf(40, video, false)).toBe(40)
  expect(positionOf(1_000_000, { ...video, fastest: 2 }, false)).toBe(102)
  expect(positionOf(17, { ...file(CourseFileType.pdf), fastest: 1 }, false)).toBe(17)
})

describe('in order', () => {
  const step = (fileId: string, required: boolean, finished: boolean, lastTime: Date | null = null) => ({
    fileId,
    required,
    finished,
    lastTime,
    openTime: null as Date | null,
  })
  const steps = [step('1', true, true), step('2', false, false), step('3', true, false), step('4', false, false), step('5', true, true)]

  test('files after an unfinished required one are locked, unless they are finished', () => {
    expect([...lockedOf(steps, true, at(0))]).toEqual(['4'])
    expect([...lockedOf(steps, false, at(0))]).toEqual([])
    expect([...lockedOf([], true, at(0))]).toEqual([])
  })

  test('an unfinished file waits for its time, and holds up those after it in a sequential course', () => {
    const later = steps.map((one) => (['1', '2', '3'].includes(one.fileId) ? { ...one, openTime: at(10) } : one))
    expect([...lockedOf(later, false, at(9))]).toEqual(['2', '3'])
    expect([...lockedOf(later, true, at(9))]).toEqual(['2', '3', '4'])
    expect([...lockedOf(later, false, at(10))]).toEqual([])
    expect(nextOf(later, false, at(9))).toBe('4')
  })

  test('learning continues with the last learnt file, else with a required one', () => {
    expect(nextOf(steps, true, at(0))).toBe('3')
    expect(nextOf(steps.with(1, step('2', false, false, at(5))), true, at(0))).toBe('2')
    expect(nextOf(steps.with(3, step('4', false, false, at(5))), true, at(0))).toBe('3')
    expect(nextOf([step('1', true, true), step('2', false, false)], true, at(0))).toBe('2')
    expect(nextOf([step('1', true, true)], true, at(0))).toBe('1')
    expect(nextOf([], true, at(0))).toBe('')
  })

  test('a course is finished with its last required file, and never without a required file', () => {
    expect(isCourseDone(steps)).toBe(false)
    expect(isCourseDone(steps.with(2, step('3', true, true)))).toBe(true)
    expect(isCourseDone([step('1', false, true)])).toBe(false)
  })
})

describe('permission to learn', () => {
  const course = { inScope: true, state: CourseState.enabled, startTime: at(0), endTime: at(60), price: 0, costPoints: 0 }

  test('a course runs from its first second up to its last', () => {
    expect([-1, 0, 59, 60].map((now) => phaseOf(course, at(now)))).toEqual(['waiting', 'open', 'open', 'closed'])
    expect(phaseOf({ startTime: null, endTime: null }, at(0))).toBe('open')
  })

  test('every reason is reported', () => {
    expect(reasonsOf({ ...course, costPoints: 5 }, false, at(-1))).toEqual(['waiting', 'buy'])
    expect(reasonsOf({ ...course, price: 100 }, true, at(61))).toEqual(['closed'])
    expect(reasonsOf(course, false, at(1))).toEqual([])
  })

  test.each([
    ['courseNotOpen', { inScope: false, state: CourseState.disabled }, at(-1)],
    ['courseDisabled', { state: CourseState.disabled }, at(-1)],
    ['courseNotBegun', {}, at(-1)],
    ['courseClosed', {}, at(60)],
    ['courseNotBought', { price: 1 }, at(1)],
    [null, {}, at(1)],
  ])('%s', (refusal, more, now) => expect(refusalOf({ ...course, ...more }, false, now)).toBe(refusal))
})
