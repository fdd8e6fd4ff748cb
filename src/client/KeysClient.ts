import type { Keyring } from '../keyring/Keyring.ts'

export type { KeyInfo, TakenKey } from '../keyring/Keyring.ts'

/** The keyring as screens and commands use it; its methods are described at `Keyring`. */
export type KeysClient = Omit<Keyring, 'withSettings' | 'sign' | 'signer' | 'signDigest' | 'exportPrivateKey'>
