import { expect, test } from 'vitest'
import { commonPieces, isWritten } from './common-text.ts'

const common = (a: string, b: string, question = '') =>
  commonPieces(a, b, question).map((pieces) => pieces.filter((one) => one.common).map((one) => one.text))

test('runs that both answers have are marked in both, across punctuation and forms of letters', () => {
  const a = '先切断电源，再用干粉灭火器扑救，并拨打１１９报警。'
  const b = '应先切断电源；再用干粉灭火器扑救。人员撤离后清点人数。'
  expect(common(a, b)).toEqual([['先切断电源，再用干粉灭火器扑救'], ['先切断电源；再用干粉灭火器扑救']])
  expect(common('拨打ＡＢＣ１１９报警', '立即拨打abc119报警')).toEqual([['拨打ＡＢＣ１１９报警'], ['拨打abc119报警']])
})

test('words of the question and short runs are not marked, and no text is lost', () => {
  expect(common('疏散人群的要点是保持冷静', '疏散人群的要点有三条', '简述疏散人群的要点')).toEqual([[], []])
  expect(common('甲乙丙丁戊一', '甲乙丙丁戊二')).toEqual([[], []])
  const [a, b] = commonPieces('𠮷野家的牛肉饭很好吃！', '我说𠮷野家的牛肉饭', '')
  expect(a.map((one) => one.text).join('')).toBe('𠮷野家的牛肉饭很好吃！')
  expect(b).toEqual([
    { text: '我说', common: false },
    { text: '𠮷野家的牛肉饭', common: true },
  ])
})

test('letters of options are no text', () => {
  expect(isWritten('ABD', 'ABD')).toBe(false)
  expect(isWritten('保持冷静，听从指挥，沿疏散指示标志有序撤离。', '保持冷静，沿疏散指示标志有序撤离，不要乘坐电梯。')).toBe(true)
})
