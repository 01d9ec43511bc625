// In the exam room: whether the phone of the candidate records, asked more often while the candidate connects one.
import { record } from '@shuyuan/contract/paper/record/record.ts'
import type { phoneState } from '@shuyuan/contract/paper/record/record-codes.ts'
import { useCall } from '../../../../kernel/call/query.ts'

const CALM_MS = 20_000
const SOON_MS = 3_000

export type Phone = { state: keyof typeof phoneState; battery: number | null }

/** @param isAsked whether the exam records a phone */
export function usePhone(paperId: string, isAsked: boolean): Phone {
  const { data } = useCall(
    record['phone-state'],
    { paperId },
    { quiet: true, enabled: isAsked, refetchInterval: ({ state }) => (state.data?.state === 'on' ? CALM_MS : SOON_MS) },
  )
  return { state: data?.state ?? 'none', battery: data?.battery ?? null }
}
