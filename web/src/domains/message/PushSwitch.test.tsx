import { push } from '@shuyuan/contract/message/push.ts'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { bodies, fakeServer } from '../../../test/fake-server.ts'
import { show, signInWith } from '../../../test/render.tsx'
import { renewPush } from './push.ts'
import { PushSwitch } from './PushSwitch.tsx'

const json = { endpoint: 'https://push.example/1', keys: { p256dh: 'B'.repeat(87), auth: 'a'.repeat(22) } }
const state = { subscription: null as null | object, permission: 'default' as NotificationPermission, asked: 0 }
const subscription = { endpoint: json.endpoint, toJSON: () => json, unsubscribe: async () => ((state.subscription = null), true) }
const subscribe = vi.fn<(options: object) => Promise<object>>(async () => (state.subscription = subscription))

beforeEach(async () => {
  await signInWith([])
  Object.assign(state, { subscription: null, permission: 'default', asked: 0 })
  const pushManager = { getSubscription: async () => state.subscription, subscribe }
  vi.stubGlobal('navigator', Object.create(navigator, { serviceWorker: { value: { getRegistration: async () => ({ pushManager }) } } }))
  vi.stubGlobal('PushManager', vi.fn<() => void>())
  vi.stubGlobal('Notification', {
    get permission() {
      return state.permission
    },
    requestPermission: async () => (state.asked++, (state.permission = 'granted')),
  })
})
afterEach(() => {
  vi.unstubAllGlobals()
  localStorage.clear()
})

const box = () => screen.findByRole<HTMLInputElement>('checkbox', { name: '有新消息时，用这个浏览器的通知提醒我' })
const calls = { [push.key.path]: { data: { publicKey: 'site-key' } }, [push.save.path]: { data: true }, [push.delete.path]: { data: true } }

it('asks for permission only when it is turned on, and tells the server of the browser', async () => {
  const sent = fakeServer(calls)
  show(<PushSwitch />)
  expect((await box()).checked).toBe(false)
  expect(state.asked).toBe(0)
  fireEvent.click(await box())
  await waitFor(async () => expect((await box()).checked).toBe(true))
  expect(subscribe).toHaveBeenCalledWith({ userVisibleOnly: true, applicationServerKey: 'site-key' })
  expect(bodies(sent, push.save)).toEqual([{ endpoint: json.endpoint, ...json.keys }])

  fireEvent.click(await box())
  await waitFor(async () => expect((await box()).checked).toBe(false))
  expect(bodies(sent, push.delete)).toEqual([{ endpoint: json.endpoint }])
  expect(state.subscription).toBeNull()
})

it('says what to do where the browser forbids notifications', async () => {
  fakeServer(calls)
  state.permission = 'denied'
  show(<PushSwitch />)
  expect(await screen.findByText(/浏览器禁止了本站的通知/)).toBeTruthy()
  expect(screen.queryByRole('checkbox')).toBeNull()
})

it('renews the browser of the person who turned it on, and of nobody else', async () => {
  const sent = fakeServer(calls)
  localStorage.setItem('push-for', '7')
  Object.assign(state, { subscription, permission: 'granted' })
  await renewPush('8')
  expect(bodies(sent, push.save)).toEqual([])
  await renewPush('7')
  expect(bodies(sent, push.save)).toEqual([{ endpoint: json.endpoint, ...json.keys }])
})
