import { describe, expect, test } from 'vitest'
import { calendarOf } from './calendar.format.ts'

const event = {
  uid: 'course-room-7@school.example',
  sequence: 2,
  title: '消防演练；第一期, A; B\\C',
  place: '三楼培训室',
  text: '请带笔\n穿运动鞋',
  url: 'https://school.example/web/course/view/1/7',
  startTime: new Date('2026-12-01T06:00:00Z'),
  endTime: new Date('2026-12-01T08:30:00Z'),
  now: new Date('2026-11-27T01:02:03Z'),
}

/** Reads a calendar by the grammar of RFC 5545, section 3.1: content lines, folding, parameters, nested components. */
function parse(file: string) {
  expect(file.endsWith('\r\n')).toBe(true)
  const physical = file.slice(0, -2).split('\r\n')
  for (const line of physical) {
    expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75)
    expect(line).not.toMatch(/[\r\n]/)
  }
  const lines = physical
    .join('\r\n')
    .replaceAll(/\r\n[ \t]/g, '')
    .split('\r\n')
  type Part = { name: string; values: Record<string, string>; parts: Part[] }
  const root: Part = { name: '', values: {}, parts: [] }
  const open = [root]
  const ends: (string | undefined)[][] = []
  const twice: string[] = []
  for (const line of lines) {
    const [, name = '', , value = ''] = /^([A-Z\d-]+)((?:;[A-Z\d-]+=(?:"[^"]*"|[^";:,]*))*):(.*)$/s.exec(line) ?? []
    expect(name, line).not.toBe('')
    const top = open.at(-1)!
    if (name === 'BEGIN') {
      const part = { name: value, values: {}, parts: [] }
      top.parts.push(part)
      open.push(part)
    } else if (name === 'END') ends.push([open.pop()?.name, value])
    else {
      if (name in top.values) twice.push(name)
      top.values[name] = value
    }
  }
  expect(open).toEqual([root])
  expect(ends.filter(([begun, ended]) => begun !== ended)).toEqual([])
  expect(twice).toEqual([])
  return root.parts
}
const plain = (text = '') => text.replaceAll(/\\([\\;,nN])/g, (_all, mark: string) => (mark.toLowerCase() === 'n' ? '\n' : mark))

describe('a calendar file', () => {
  test('is one event with what a calendar asks for', () => {
    const [calendar, ...others] = parse(calendarOf(event))
    expect(others).toEqual([])
    expect(calendar).toMatchObject({ name: 'VCALENDAR', values: { VERSION: '2.0', METHOD: 'PUBLISH' } })
    const [one] = calendar!.parts
    expect(one).toMatchObject({
      name: 'VEVENT',
      values: {
        UID: event.uid,
        SEQUENCE: '2',
        DTSTAMP: '20261127T010203Z',
        DTSTART: '20261201T060000Z',
        DTEND: '20261201T083000Z',
        URL: event.url,
      },
    })
    expect(plain(one!.values['SUMMARY'])).toBe(event.title)
    expect(plain(one!.values['LOCATION'])).toBe(event.place)
    expect(plain(one!.values['DESCRIPTION'])).toBe(event.text)
    expect(one!.parts.map((alarm) => alarm.values['TRIGGER'])).toEqual(['-P1D', '-PT1H'])
  })

  test('folds long lines between characters, whatever their size', () => {
    const title = `a${'演练🚒é'.repeat(60)}`
    const [calendar] = parse(calendarOf({ ...event, title, text: '' }))
    expect(calendar!.parts[0]!.values['SUMMARY']).toBe(title)
    expect(calendar!.parts[0]!.values).not.toHaveProperty('DESCRIPTION')
  })

  test('a text cannot add a property', () => {
    const [calendar] = parse(calendarOf({ ...event, place: 'x\r\nATTENDEE:mailto:a@b', title: 'a\u0007b\rc' }))
    expect(calendar!.parts[0]!.values).not.toHaveProperty('ATTENDEE')
    expect(plain(calendar!.parts[0]!.values['SUMMARY'])).toBe('ab\nc')
  })
})
