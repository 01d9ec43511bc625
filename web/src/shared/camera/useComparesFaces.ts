// Whether this site compares faces: a provider is active.
import { configSwitch } from '@shuyuan/contract/site/config/switch.ts'
import { useCall } from '../../kernel/call/query.ts'

const FRESH_MS = 60_000

/** false until the answer arrives */
export const useComparesFaces = (): boolean =>
  useCall(configSwitch.detail, {}, { quiet: true, staleTime: FRESH_MS }).data?.ready.face ?? false
