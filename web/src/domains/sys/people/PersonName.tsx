// A picture beside a name; without a picture, the last two characters of the name.
import styles from './people.module.css'

export function PersonName({ avatar, name }: { avatar: string; name: string }) {
  return (
    <span className={styles.personName}>
      <span className={styles.personFace} aria-hidden="true">
        {avatar === '' ? name.slice(-2) : <img src={avatar} alt="" />}
      </span>
      <span>{name}</span>
    </span>
  )
}
