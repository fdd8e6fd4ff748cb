/**
 * A node of the tree. A leaf (height 0) holds a pair; an inner node holds the smallest key of its right subtree. A
 * saved node has an id, a place in the database, and names its children by id and hash only, so that no node keeps
 * others in memory. Only children that are not saved yet are held as objects. Hashes are byte strings.
 */
export class IavlNode {
	key: Uint8Array
	/** Only for leaves. */
	value: Uint8Array | undefined
	/** The version that wrote the node. */
	version: number
	height: number
	/** The number of leaves. */
	size: number
	/** 0 while the node is not saved. */
	id = 0
	/** Undefined until it is computed. */
	hash: string | undefined = undefined
	left: IavlNode | undefined = undefined
	right: IavlNode | undefined = undefined
	leftId = 0
	rightId = 0
	leftHash: string | undefined = undefined
	rightHash: string | undefined = undefined

	constructor(key: Uint8Array, value: Uint8Array | undefined, version: number, height: number, size: number) {
		this.key = key
		this.value = value
		this.version = version
		this.height = height
		this.size = size
	}

	setLeft(child: IavlNode): void {
		this.leftId = child.id
		this.leftHash = child.hash
		this.left = child.id === 0 ? child : undefined
	}

	setRight(child: IavlNode): void {
		this.rightId = child.id
		this.rightHash = child.hash
		this.right = child.id === 0 ? child : undefined
	}
}
