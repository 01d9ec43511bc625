// Where hotels are looked up: in the site's own table, or at an outside service.
import * as z from '../../kernel/z.ts'
import { webAddress } from '../../kernel/rule.ts'
import { address } from './prop-field.ts'

export const HotelLocal = z.object({})
/** The address that receives the hotel code; docs/providers.md describes the expected answer. */
export const HotelHttp = z.object({ url: address(webAddress('查询地址')) })
