// The site's own table of hotels: search, import from a sheet, remove rows.
import { UploadOutlined } from '@ant-design/icons'
import { hotel } from '@shuyuan/contract/people/hotel/hotel.ts'
import { Button } from 'antd'
import { useState } from 'react'
import { ImportDialog } from '../../../kernel/import/ImportDialog.tsx'
import { t } from '../../../kernel/i18n.ts'
import { useRemove } from '../../../kernel/list/useRemove.ts'
import { ListPage } from '../../../shared/ListPage.tsx'

export function HotelTable() {
  const [importing, setImporting] = useState(false)
  const remove = useRemove(hotel.delete, [hotel.paging])
  const start = (
    <Button icon={<UploadOutlined />} onClick={() => setImporting(true)}>
      {t('导入酒店')}
    </Button>
  )
  return (
    <>
      <ListPage
        of={hotel.paging}
        urlKey="hotel"
        rowKey="hotelCode"
        search={['hotelCode', 'zwmc']}
        columns={[
          { name: 'hotelCode', width: 140, sortable: true },
          { name: 'zwmc', sortable: true },
          'yyzzmc',
          { name: 'fr', width: 140 },
          { name: 'updateTime', width: 180, sortable: true },
        ]}
        toolbar={start}
        batch={[
          {
            label: '删除',
            permit: 'sys:prop:update',
            danger: true,
            onRun: (ids, rows) =>
              remove(
                ids,
                rows.map((row) => ({ name: row.zwmc || row.hotelCode })),
              ),
          },
        ]}
        empty={{ hint: t('导入酒店后，学员填写酒店编码即可带出门牌标识、营业执照和法定代表人。'), action: start }}
      />
      <ImportDialog
        open={importing}
        onClose={() => setImporting(false)}
        title={t('导入酒店')}
        of={hotel.import}
        template={hotel['import-template']}
        wrong={hotel['import-wrong']}
        refresh={[hotel.paging]}
      />
    </>
  )
}
