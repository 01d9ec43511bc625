// Order of a paper's questions, and preloaded pictures.
import { QuType } from '@shuyuan/contract/qu/content.ts'
import { expect, test } from 'vitest'
import { numbersOf } from './marked.ts'
import { picturesOf, type RunnerGroup, stepsOf } from './questions.ts'

const simple = (quId: string, content: string) => ({
  quId,
  quType: QuType.single,
  content,
  score: 2,
  answerList: [],
  blankCount: 0,
  left: [],
  right: [],
})
const group = (title: string, quList: RunnerGroup['quList']): RunnerGroup => ({
  title,
  quCount: quList.length,
  perScore: 2,
  totalScore: 4,
  quList,
})
const question = (quId: string, content = '', over: object = {}) => ({ ...simple(quId, content), sort: 1, subList: [], ...over })

test('numbers continue across groups', () => {
  const steps = stepsOf([group('单选', [question('8'), question('3')]), group('简答', [question('5')])])
  expect(steps.map(({ question: { quId }, group, number }) => [number, group, quId])).toEqual([
    [1, '单选', '8'],
    [2, '单选', '3'],
    [3, '简答', '5'],
  ])
})

test('pictures of stems, options and parts are preloaded once', () => {
  const withPictures = question('1', '<p><img alt="" src="/files/a.png?x=1&amp;y=2"></p>', {
    answerList: [
      { tag: 'A', content: '<img src="/files/b.png">' },
      { tag: 'B', content: '', image: '/files/c.png' },
    ],
    subList: [simple('2', '<img src="/files/b.png"><img src="/files/d.png">')],
  })
  expect(picturesOf([group('g', [withPictures])])).toEqual(['/files/a.png?x=1&y=2', '/files/b.png', '/files/c.png', '/files/d.png'])
})

test('numbers the questions of a handed-in paper through its sections', () => {
  const group = (...ids: string[]) => ({ quList: ids.map((quId) => ({ quId })) })
  expect([...numbersOf([group('a', 'b'), group('c')])]).toEqual([
    ['a', 1],
    ['b', 2],
    ['c', 3],
  ])
})
