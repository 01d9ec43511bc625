// /api/integrate/hook, /api/integrate/delivery
import { delivery, hook } from '@shuyuan/contract/integrate/hook.ts'
import { serve } from '../../../kernel/endpoint.ts'
import { pageDeliveries, replay } from './delivery.service.ts'
import { deleteHooks, pageHooks, pingHook, renewSecret, saveHook, setHookState } from './hook.service.ts'

export default [
  ...serve(hook, { paging: pageHooks, save: saveHook, state: setHookState, secret: renewSecret, ping: pingHook, delete: deleteHooks }),
  ...serve(delivery, { paging: pageDeliveries, replay }),
]
