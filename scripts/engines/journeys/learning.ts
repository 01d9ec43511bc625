// Journeys through training and the user centre.
import { user } from '@shuyuan/contract/account/user.ts'
import { repo } from '@shuyuan/contract/repo/repo.ts'
import { train } from '@shuyuan/contract/train/train.ts'
import { signIn } from '../../../e2e/fixtures.ts'
import { until } from '../engine.ts'
import type { Journey, Stage } from '../journey.ts'

const SECONDS = 60

async function training({ hand, site }: Stage) {
  const client = await signIn(site, 'learner21')
  const bank = (await client.call(repo.paging, { params: { isTrain: true } })).records.at(-1)!
  await hand.enter('learner21', '/web/repo')
  await hand.click({ role: 'link', text: bank.title })
  await hand.click({ css: 'main summary', text: '更多' })
  await hand.click({ role: 'button', name: /^单选题/ })
  await hand.see({ role: 'heading', name: /^第1题/ })
  await hand.click({ css: 'main summary', text: '更多' })
  await hand.click({ role: 'checkbox', name: '答对自动下一题' })
  await hand.click({ role: 'radio' })
  await hand.see({ text: /回答(正确|错误)/ })
  await hand.see({ text: '正确答案' })
  await hand.button('☆ 收藏')
  await hand.see({ role: 'button', name: '★ 已收藏' })
  await hand.button('下一题')
  await hand.see({ role: 'heading', name: /^第2题/ })
  await until('the position is stored', SECONDS, async () => (await client.call(train.check, {}))?.position === 1 || undefined)
  await hand.button('结束训练')
  await hand.dialogButton('确定')
  await hand.at(/\/web\/repo\/repo\/\d+$/)
  await hand.see({ text: '正确率' })
  return 'answered, judged, ended'
}

async function userCentre({ hand, page, site, isPhone }: Stage) {
  const name = isPhone ? 'learner08' : 'learner09'
  const password = 'Another#2028'
  await hand.enter(name, '/web/uc?to=points')
  await hand.see({ text: '+80' })
  await hand.open('/web/uc?to=password')
  await hand.field('旧密码', 'Learner@2026')
  await hand.field('新密码', password)
  await hand.field('确认密码', password)
  await hand.button('修改密码')
  await hand.at(/^\/login/)
  await hand.field('用户名', name)
  await hand.field('密码', password)
  await hand.button('登录')
  await hand.at(/^\/web\//)
  const token = await page.run<string>('return localStorage.getItem("token") ?? ""')
  const sent = await fetch(site.url + user.info.path, {
    method: 'POST',
    headers: { token, 'content-type': 'application/json' },
    body: '{}',
  })
  const { data } = (await sent.json()) as { data: { userName: string } }
  if (data.userName !== name) throw new Error(`signed in as ${data.userName}`)
  return 'points shown; password changed'
}

export const learning: Journey[] = [
  { title: 'Training', run: training },
  { title: 'User centre', run: userCentre },
]
