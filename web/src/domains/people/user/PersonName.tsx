// A picture beside a name; without a picture, its initials.
import styles from './people.module.css'
import { initialsOf } from '../../../shared/people/initials.ts'

export function PersonName({ avatar, name }: { avatar: string; name: string }) {
  return (
    <span className={styles.personName}>
      <span className={styles.personFace} aria-hidden="true">
        {avatar === '' ? initialsOf(name) : <img src={avatar} alt="" />}
      </span>
      <span>{name}</span>
    </span>
  )
}
