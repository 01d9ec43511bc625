// /api/sys/hotel
import { hotel } from '@shuyuan/contract/people/hotel/hotel.ts'
import { serve } from '../../../kernel/endpoint.ts'
import { hotelTemplate, importHotels, wrongHotelRows } from './hotel-import.service.ts'
import { deleteHotels, pageHotels } from './hotel.service.ts'

export default serve(hotel, {
  paging: pageHotels,
  delete: deleteHotels,
  import: importHotels,
  'import-wrong': wrongHotelRows,
  'import-template': hotelTemplate,
})
