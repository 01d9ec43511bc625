// The exam room before its paper is there, in the shape of what comes.
import { Skeleton } from 'antd'
import { t } from '../../../../kernel/i18n.ts'

export function RoomLoading() {
  return (
    <div className="room" aria-busy="true">
      <output className="sr-only">{t('正在打开试卷')}</output>
      <header className="room-head">
        <Skeleton.Input active size="small" />
      </header>
      <div className="room-body">
        <div className="room-main">
          <section className="room-question">
            <Skeleton active title={{ width: '30%' }} paragraph={{ rows: 2 }} />
            <Skeleton active title={false} paragraph={{ rows: 4, width: '100%' }} />
          </section>
        </div>
      </div>
    </div>
  )
}
