// A picture that an imported option has beside its text; new pictures are inserted into the text.
import { DeleteOutlined } from '@ant-design/icons'
import { Button, Flex, Image } from 'antd'
import { t } from '../../../../kernel/i18n.ts'

type OptionImageProps = { value: string; letter: string; onRemove: () => void }

export function OptionImage({ value, letter, onRemove }: OptionImageProps) {
  return (
    <Flex align="center" gap="small">
      <Image src={value} alt={t('选项{{letter}}的图片', { letter })} height={72} />
      <Button
        type="text"
        size="small"
        danger
        icon={<DeleteOutlined />}
        aria-label={t('移除选项{{letter}}的图片', { letter })}
        onClick={onRemove}
      />
    </Flex>
  )
}
