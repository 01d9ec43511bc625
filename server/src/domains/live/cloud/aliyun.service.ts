// The settings of Alibaba Cloud Live.
import type { App } from '../../../kernel/ctx.ts'
import { activeProp } from '../../site/provider/prop.service.ts'
import type { AliyunLive } from './aliyun.rules.ts'

/** undefined while it is not active */
export async function aliyunLive(app: App): Promise<AliyunLive | undefined> {
  const active = await activeProp({ app }, 'live')
  if (active?.provider !== 'aliyun') return undefined
  const { data } = active
  const text = (name: string) => (typeof data[name] === 'string' ? data[name] : '')
  return {
    pushDomain: text('pushDomain'),
    pushKey: text('pushKey'),
    pullDomain: text('pullDomain'),
    pullKey: text('pullKey'),
    notifyKey: text('notifyKey'),
    recordUrl: text('recordUrl'),
    recordKey: text('recordKey'),
  }
}
