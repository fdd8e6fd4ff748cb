// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {IERC1271} from "@openzeppelin/contracts/interfaces/IERC1271.sol";
import {ERC20} from "@openzeppelin/contracts/token/ERC20/ERC20.sol";
import {ERC20Permit} from "@openzeppelin/contracts/token/ERC20/extensions/ERC20Permit.sol";
import {ERC721} from "@openzeppelin/contracts/token/ERC721/ERC721.sol";
import {ERC721Holder} from "@openzeppelin/contracts/token/ERC721/utils/ERC721Holder.sol";
import {ERC1967Proxy} from "@openzeppelin/contracts/proxy/ERC1967/ERC1967Proxy.sol";
import {TransparentUpgradeableProxy} from "@openzeppelin/contracts/proxy/transparent/TransparentUpgradeableProxy.sol";
import {Initializable} from "@openzeppelin/contracts/proxy/utils/Initializable.sol";
import {UUPSUpgradeable} from "@openzeppelin/contracts/proxy/utils/UUPSUpgradeable.sol";
import {ECDSA} from "@openzeppelin/contracts/utils/cryptography/ECDSA.sol";
import {SignatureChecker} from "@openzeppelin/contracts/utils/cryptography/SignatureChecker.sol";
import {Multicall} from "@openzeppelin/contracts/utils/Multicall.sol";

contract Coin is ERC20Permit, Multicall {
    constructor(uint256 supply) ERC20("Coin", "COIN") ERC20Permit("Coin") {
        _mint(msg.sender, supply);
    }
}

contract Card is ERC721 {
    constructor() ERC721("Card", "CARD") {}

    function mint(address to, uint256 id) external {
        _safeMint(to, id);
    }
}

contract Counter {
    uint256 public count;

    function add() external {
        count += 1;
    }
}

contract CounterProxy is ERC1967Proxy {
    constructor(address target) ERC1967Proxy(target, "") {}

    function _unsafeAllowUninitialized() internal pure override returns (bool) {
        return true;
    }
}

/// Takes cards.
contract Shelf is ERC721Holder {}

/// Takes none.
contract Wallet is IERC1271 {
    address private immutable owner;

    constructor(address first) {
        owner = first;
    }

    function isValidSignature(bytes32 hash, bytes calldata signature) external view returns (bytes4) {
        (address signer, ECDSA.RecoverError fault,) = ECDSA.tryRecover(hash, signature);
        return fault == ECDSA.RecoverError.NoError && signer == owner ? this.isValidSignature.selector : bytes4(0xffffffff);
    }
}

contract Checker {
    function isSigned(address signer, bytes32 hash, bytes calldata signature) external view returns (bool) {
        return SignatureChecker.isValidSignatureNow(signer, hash, signature);
    }
}

contract Meter is Initializable, UUPSUpgradeable {
    error NotOwner(address caller);

    address public owner;
    uint256 public count;

    constructor() {
        _disableInitializers();
    }

    function initialize(address first) external initializer {
        owner = first;
    }

    function add() external virtual {
        count += 1;
    }

    function take(uint256 amount) external {
        require(amount <= count, "the meter has less");
        count -= amount;
    }

    function _authorizeUpgrade(address) internal view override {
        if (msg.sender != owner) revert NotOwner(msg.sender);
    }
}

contract MeterByTen is Meter {
    function add() external override {
        count += 10;
    }

    function version() external pure returns (uint256) {
        return 2;
    }
}

contract MeterProxy is ERC1967Proxy {
    constructor(address target, bytes memory data) ERC1967Proxy(target, data) {}
}

contract MeterFront is TransparentUpgradeableProxy {
    constructor(address target, address owner, bytes memory data) TransparentUpgradeableProxy(target, owner, data) {}
}
