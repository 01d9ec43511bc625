// The sign-in methods of the site, loaded before the first visitors' page is rendered, so that the page does not shift.
import { configSwitch } from '@shuyuan/contract/site/config/switch.ts'
import { call } from '../../kernel/call/api.ts'
import { queryClient, useCall } from '../../kernel/call/query.ts'

const FRESH_MS = 60_000

/** For a route's loader; never fails: signing in by password works without the switches. */
export async function loadSwitches(): Promise<null> {
  await queryClient.prefetchQuery({
    queryKey: [configSwitch.detail.path, {}],
    queryFn: () => call(configSwitch.detail, {}, { quiet: true }),
    staleTime: FRESH_MS,
  })
  return null
}

/** The switches; undefined where they could not be read. */
export const useSwitches = () => useCall(configSwitch.detail, {}, { quiet: true, staleTime: FRESH_MS }).data
