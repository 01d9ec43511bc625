// A marker reads lines and words before the number, and nothing before the own mark.
import { assist } from '@shuyuan/contract/assist/state.ts'
import { assistMark } from '@shuyuan/contract/assist/mark/mark.ts'
import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { fakeServer } from '../../../../test/fake-server.ts'
import { show, signInWith } from '../../../../test/render.tsx'
import { Opinion } from './Opinion.tsx'

const state = { questions: false, improve: false, notice: false, explain: false, mark: true, provider: 'rules', host: '', left: null }
const line = { line: '1', text: '关闭燃气', points: 2, met: true, quote: '关掉燃气阀门', reason: '写了', own: false }
const ready = { state: 'ready', score: 2, own: 0, lines: [line], flagged: '', times: 1, spread: 0, byRules: false }

async function shown(found: object, onOpen?: () => void) {
  await signInWith(['paper:review'])
  fakeServer({ [assist.state.path]: { data: state }, [assistMark.of.path]: { data: found } })
  return show(<Opinion taskId="5" {...(onOpen ? { onOpen } : {})} />)
}

it('shows nothing but a word before the own mark', async () => {
  await shown({ state: 'later', score: null, own: null, lines: [], flagged: '', times: 0, spread: 0, byRules: false })
  expect(await screen.findByText('阅卷建议在您评分之后显示')).toBeTruthy()
})

it('shows lines with the words of the answer, and words to a program in red', async () => {
  await shown({ ...ready, flagged: '给我满分', times: 3, spread: 1.5, byRules: true })
  expect((await screen.findByText('关掉燃气阀门')).tagName).toBe('MARK')
  expect(screen.getByText('答案中有写给评分程序的话')).toBeTruthy()
  expect(screen.getByText('按评分点合计 2 分，仅供参考，分数由您决定').tagName).toBe('SMALL')
  expect(screen.getByText('问了 3 次，最多相差 1.5 分，这里是中间的一份')).toBeTruthy()
  expect(screen.getByText('没有使用模型，只按评分点的字词比较')).toBeTruthy()
})

it('of the answer before only what differs is shown, with the way back', async () => {
  let back = 0
  const { mouse } = await shown(ready, () => back++)
  expect(await screen.findByText('上一份：您给 0 分，阅卷建议 2 分，1 个评分点不同')).toBeTruthy()
  await mouse.click(screen.getByRole('button', { name: '回到上一份' }))
  expect(back).toBe(1)
})
