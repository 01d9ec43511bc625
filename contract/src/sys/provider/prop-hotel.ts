// Where hotels are looked up: in the house's own table, or by asking a service.
import * as z from 'zod'
import { webAddress } from '../../kernel/rule.ts'

export const HotelLocal = z.object({})
/** The hotel's code is sent to this address; see docs/providers.md for what must come back. */
export const HotelHttp = z.object({ url: webAddress('查询地址') })
