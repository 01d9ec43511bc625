import { describe, expect, test } from 'vitest'
import { readCaptions } from './caption.format.ts'

const read = (...lines: string[]) => readCaptions(lines.join('\n'))
const textOf = (...lines: string[]) => {
  const found = read(...lines)
  return 'text' in found ? found.text : found.refused.zh
}

test('WebVTT keeps times, places and plain styles; notes, style sheets, regions, colours and classes are left out', () => {
  const found = read(
    '\uFEFFWEBVTT - 电梯',
    'Kind: captions',
    '',
    'STYLE',
    '::cue { background: url(https://elsewhere.example) }',
    '',
    'REGION',
    'id:a',
    '',
    'NOTE made by hand',
    '',
    'first',
    '00:01.000 --> 00:04.500 line:80% region:a align:start',
    '<v 王老师>请<b>不要</b><c.red>扒门</c>',
    '- 好的 <00:02.000>马上',
    '',
    '00:05.000 --> 01:00:06.000',
    'a < b & c',
  )
  expect(found).toEqual({
    cues: 2,
    text: [
      'WEBVTT',
      '',
      '00:00:01.000 --> 00:00:04.500 line:80% align:start',
      '<v 王老师>请<b>不要</b>扒门',
      '- 好的 <00:02.000>马上',
      '',
      '00:00:05.000 --> 01:00:06.000',
      'a &lt; b & c',
      '',
    ].join('\n'),
  })
})

test('SRT becomes WebVTT, sorted by time, with Windows line ends and loose times', () => {
  const srt = [
    '',
    '2',
    '00:00:05,5 --> 00:00:07,000',
    '<font color="#ff0">{\\an8}后说</font>',
    '',
    '1',
    '0:00:01,000 --> 0:00:04,000',
    '先说',
    '',
  ]
  expect(readCaptions(srt.join('\r\n'))).toEqual({
    cues: 2,
    text: 'WEBVTT\n\n00:00:01.000 --> 00:00:04.000\n先说\n\n00:00:05.500 --> 00:00:07.000\n后说\n',
  })
})

describe('what cannot be read names its line', () => {
  test.each([
    ['neither format', ['你好', '再见'], /^第1行“你好”：不是 WebVTT（第一行应为 WEBVTT），也不是 SRT$/],
    ['a name that only begins like it', ['WEBVTTX', '', '00:01.000 --> 00:02.000', 'a'], /^第1行“WEBVTTX”/],
    ['a time that is none', ['WEBVTT', '', '00:01.000 --> 00:02.000', 'a', '', '00:99.000 --> 00:02.000', 'b'], /^第6行“00:99.000/],
    ['a caption without a time', ['WEBVTT', '', '00:01.000 --> 00:02.000', 'a', '', '只有字'], /^第6行“只有字”：不是时间/],
    ['an end before the beginning', ['WEBVTT', '', '7', '00:03.000 --> 00:02.000', 'a'], /^第4行：结束时间应晚于开始时间$/],
    ['no empty line between two', ['1', '00:00:01,000 --> 00:00:02,000', 'a', '2', '00:00:03,000 --> 00:00:04,000'], /^第5行：.*空行$/],
    ['no captions', ['WEBVTT', '', 'NOTE nothing'], /^文件里没有字幕$/],
    ['nothing', [''], /^文件里没有字幕$/],
  ])('%s', (_name, lines, refusal) => {
    expect(textOf(...lines)).toMatch(refusal)
  })
})

test('what it writes it reads again without a change', () => {
  const once = textOf('WEBVTT', '', '00:01.000 --> 00:02.000 align:end', '1 < 2 <i>斜</i>', '', '00:03.000 --> 00:04.000', 'b')
  expect(textOf(once)).toBe(once)
})

test('a hostile text of 2 million characters is read in a second', () => {
  const before = process.cpuUsage().user
  for (const part of ['{\\', '<a', ' ', '<']) readCaptions(`WEBVTT\n\n00:01.000 --> 00:02.000\n${part.repeat(2_000_000 / part.length)}`)
  expect(process.cpuUsage().user - before).toBeLessThan(4_000_000)
})
